CREATE TABLE `archived_ids` (
	`id` blob PRIMARY KEY NOT NULL,
	`position` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `archived_ranges` (
	`up_to` integer PRIMARY KEY NOT NULL,
	`after` integer NOT NULL,
	`events` integer NOT NULL,
	`first_at` integer NOT NULL,
	`file` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`archived_at` integer NOT NULL,
	`removed_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `archived_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `runs` ADD `archived_state` text;
--> statement-breakpoint
DROP TRIGGER events_refuse_delete;
--> statement-breakpoint
-- An event may be deleted only if it is in the file of an archived range and its id is kept.
CREATE TRIGGER events_refuse_delete BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM archived_ranges WHERE OLD.position > after AND OLD.position <= up_to)
	OR NOT EXISTS (SELECT 1 FROM archived_ids WHERE id = unhex(replace(OLD.id, '-', '')) AND position = OLD.position)
BEGIN
	SELECT RAISE(ABORT, 'events is append-only: DELETE refused');
END;
--> statement-breakpoint
DROP TRIGGER events_refuse_replace;
--> statement-breakpoint
-- The next position is the first one after the last event that no operational event has. A copy of a store may leave out
-- positions of archived ranges.
CREATE TRIGGER events_refuse_replace BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
	OR EXISTS (SELECT 1 FROM operational_events WHERE position = NEW.position)
	OR NEW.position <= (SELECT coalesce(max(position), 0) FROM events)
	OR (NEW.position > (SELECT coalesce(max(up_to), 0) FROM archived_ranges)
		AND NEW.position <> 1 + max((SELECT coalesce(max(position), 0) FROM events),
				(SELECT coalesce(max(up_to), 0) FROM archived_ranges))
			+ (SELECT count(*) FROM operational_events
				WHERE position < NEW.position AND position > max((SELECT coalesce(max(position), 0) FROM events),
					(SELECT coalesce(max(up_to), 0) FROM archived_ranges))))
BEGIN
	SELECT RAISE(ABORT, 'events is append-only: only a new event at the next position is taken');
END;
