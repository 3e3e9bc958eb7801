-- Creates a table that can become a partition of the log. Only a trigger of the partition runs for a statement that names the
-- partition. An index of the whole log could be unique only together with the position, so each table has its own on ids.
CREATE FUNCTION create_events_table(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING ALL)', name);
	EXECUTE format('CREATE UNIQUE INDEX %I ON %I (id)', name || '_id', name);
	EXECUTE format('CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
		FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
END
$$;
--> statement-breakpoint
-- Adds an empty partition for the positions after `after`, up to and including `up_to`. Attaching it conflicts neither with
-- appends nor with reads.
CREATE FUNCTION add_events_partition(after bigint, up_to bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	name text := format('events_%s', up_to);
BEGIN
	PERFORM create_events_table(name);
	EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', name, after + 1, up_to + 1);
END
$$;
--> statement-breakpoint
-- Makes the log the first partition. Nothing is rewritten or read, because the constraint of 0033 proves the bounds.
-- Processes of an earlier version continue: they name the table `events`, and PostgreSQL plans their statements again.
DO $$
DECLARE
	bound text := (SELECT conname FROM pg_constraint
		WHERE conrelid = 'events'::regclass AND conname LIKE 'events\_up\_to\_%');
	up_to bigint := replace(bound, 'events_up_to_', '');
	name text := format('events_%s', up_to);
BEGIN
	EXECUTE format('ALTER TABLE events RENAME TO %I', name);
	EXECUTE format('ALTER INDEX events_pkey RENAME TO %I', name || '_pkey');
	EXECUTE format('ALTER INDEX events_id RENAME TO %I', name || '_id');
	EXECUTE format('ALTER INDEX events_run RENAME TO %I', name || '_run_id_position_idx');
	EXECUTE format('ALTER TRIGGER events_refuse_change ON %I RENAME TO refuse_change', name);
	EXECUTE format('DROP TRIGGER events_refuse_taken_position ON %I', name);
	EXECUTE format('CREATE TABLE events (LIKE %I INCLUDING ALL EXCLUDING CONSTRAINTS EXCLUDING INDEXES EXCLUDING STATISTICS)
		PARTITION BY RANGE (position)', name);
	ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (position);
	CREATE INDEX events_run ON events (run_id, position);
	EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (1) TO (%s)', name, up_to + 1);
	EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', name, bound);
	FOR step IN 0..1 LOOP
		PERFORM add_events_partition(up_to + step * 10000000, up_to + (step + 1) * 10000000);
	END LOOP;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON events
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER events_refuse_taken_position AFTER INSERT ON events
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_taken_position();
