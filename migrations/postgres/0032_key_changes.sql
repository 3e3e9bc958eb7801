-- Counts the statements that destroy or replace data keys. An append reads the keys before it takes the append lock and
-- compares this count once it holds the lock. Triggers count, so that processes of an earlier version count too.
CREATE FUNCTION count_key_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO settings (name, value) VALUES ('key_changes', '1')
	ON CONFLICT (name) DO UPDATE SET value = settings.value::bigint + 1;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Statements name a partition, so a trigger of the whole table would not run.
DO $$
BEGIN
	FOR part IN 0..63 LOOP
		EXECUTE format('CREATE TRIGGER count_changes AFTER UPDATE OR DELETE ON data_keys_%s FOR EACH STATEMENT EXECUTE FUNCTION count_key_changes()', part);
	END LOOP;
END
$$;
