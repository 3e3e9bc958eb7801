-- INSERT OR REPLACE takes a row away without asking the DELETE trigger, so what would replace is refused before;
-- and with it every position that is not the next one.
CREATE TRIGGER events_refuse_replace BEFORE INSERT ON events
WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM events)
	OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'events is append-only: only a new event at the next position is taken');
END;
