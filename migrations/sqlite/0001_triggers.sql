-- The log only grows: an event that was stored is never changed and never removed.
CREATE TRIGGER events_refuse_update BEFORE UPDATE ON events
BEGIN
	SELECT RAISE(ABORT, 'events is append-only: UPDATE refused');
END;
--> statement-breakpoint
CREATE TRIGGER events_refuse_delete BEFORE DELETE ON events
BEGIN
	SELECT RAISE(ABORT, 'events is append-only: DELETE refused');
END;
--> statement-breakpoint
-- Deliveries are counted as they change, so that the count never has to be taken over all of them.
INSERT INTO delivery_counts (state, count) VALUES ('pending', 0), ('delivered', 0), ('dead', 0);
--> statement-breakpoint
CREATE TRIGGER deliveries_count_insert AFTER INSERT ON deliveries
BEGIN
	UPDATE delivery_counts SET count = count + 1 WHERE state = NEW.state;
END;
--> statement-breakpoint
CREATE TRIGGER deliveries_count_update AFTER UPDATE OF state ON deliveries WHEN OLD.state <> NEW.state
BEGIN
	UPDATE delivery_counts SET count = count - 1 WHERE state = OLD.state;
	UPDATE delivery_counts SET count = count + 1 WHERE state = NEW.state;
END;
--> statement-breakpoint
INSERT INTO generations (state, checkpoint) VALUES ('live', 0);
