CREATE TABLE `operational_events` (
	`position` integer PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`once` text NOT NULL,
	`day` text NOT NULL,
	`at` integer NOT NULL,
	`data` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `operational_events_once` ON `operational_events` (`once`);--> statement-breakpoint
CREATE INDEX `operational_events_day` ON `operational_events` (`type`,`day`);
--> statement-breakpoint
CREATE TRIGGER operational_events_refuse_update BEFORE UPDATE ON operational_events
BEGIN
	SELECT RAISE(ABORT, 'operational_events is append-only: UPDATE refused');
END;
--> statement-breakpoint
CREATE TRIGGER operational_events_refuse_delete BEFORE DELETE ON operational_events
BEGIN
	SELECT RAISE(ABORT, 'operational_events is append-only: DELETE refused');
END;
--> statement-breakpoint
-- A copy of a store inserts these events before those of the runs, so while there are none, positions may be left out.
CREATE TRIGGER operational_events_refuse_replace BEFORE INSERT ON operational_events
WHEN NEW.position <= (SELECT coalesce(max(position), 0) FROM operational_events)
	OR EXISTS (SELECT 1 FROM operational_events WHERE once = NEW.once)
	OR (EXISTS (SELECT 1 FROM events) AND NEW.position <> 1 + max(
		(SELECT max(position) FROM events), (SELECT coalesce(max(position), 0) FROM operational_events)))
BEGIN
	SELECT RAISE(ABORT, 'operational_events is append-only: only a new event at the next position is taken');
END;
--> statement-breakpoint
DROP TRIGGER events_refuse_replace;
--> statement-breakpoint
-- The next position is the first one after the last event that no operational event has.
CREATE TRIGGER events_refuse_replace BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
	OR EXISTS (SELECT 1 FROM operational_events WHERE position = NEW.position)
	OR NEW.position <> 1 + (SELECT coalesce(max(position), 0) FROM events) + (
		SELECT count(*) FROM operational_events
		WHERE position > (SELECT coalesce(max(position), 0) FROM events) AND position < NEW.position)
BEGIN
	SELECT RAISE(ABORT, 'events is append-only: only a new event at the next position is taken');
END;
