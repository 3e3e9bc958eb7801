-- The log only grows: an event that was stored is never changed and never removed.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON events
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Deliveries are counted as they change, so that the count never has to be taken over all of them.
CREATE FUNCTION count_owed_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO delivery_counts (state, count) SELECT state, count(*) FROM new_rows GROUP BY state;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_changed_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO delivery_counts (state, count)
	SELECT state, sum(change) FROM (
		SELECT state, 1 AS change FROM new_rows UNION ALL SELECT state, -1 FROM old_rows
	) AS changes GROUP BY state HAVING sum(change) <> 0;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER deliveries_count_insert AFTER INSERT ON deliveries
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_owed_deliveries();
--> statement-breakpoint
CREATE TRIGGER deliveries_count_update AFTER UPDATE ON deliveries
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_deliveries();
--> statement-breakpoint
-- Statistics hold samples of what was stored; those of a person would outlive an erasure.
ALTER TABLE personal_data ALTER ciphertext SET STATISTICS 0, ALTER email_hmac SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE fingerprints ALTER fingerprint SET STATISTICS 0;
--> statement-breakpoint
-- Encrypted bytes cannot be compressed; trying takes longer than writing them.
ALTER TABLE personal_data ALTER ciphertext SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Changed at every append or removed within seconds: room for the new version on the same page, and swept soon.
ALTER TABLE daily_counters SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
ALTER TABLE fingerprints SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
--> statement-breakpoint
INSERT INTO generations (state, checkpoint) VALUES ('live', 0);
