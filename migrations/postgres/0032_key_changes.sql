-- Records the last transaction that destroyed or replaced data keys. An append reads the keys before it takes the append
-- lock and compares this setting once it holds the lock. Triggers record it also for processes of an earlier version.
CREATE FUNCTION record_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO settings (name, value) VALUES ('last_key_change', pg_current_xact_id()::text)
	ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value <> excluded.value;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Statements name a partition, so a trigger of the whole table would not run.
DO $$
BEGIN
	FOR part IN 0..63 LOOP
		EXECUTE format('CREATE TRIGGER record_change AFTER UPDATE OR DELETE ON data_keys_%s FOR EACH STATEMENT EXECUTE FUNCTION record_key_change()', part);
	END LOOP;
END
$$;
