CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"destination" text COLLATE "C" NOT NULL,
	"position" bigint,
	"run_id" text COLLATE "C",
	"event_type" text COLLATE "C",
	"sequence" integer,
	"message_id" text COLLATE "C" NOT NULL,
	"content" "bytea",
	"state" text COLLATE "C" NOT NULL,
	"attempts" integer NOT NULL,
	"next_attempt_at" bigint NOT NULL,
	"leased_until" bigint,
	"created_at" bigint NOT NULL,
	"finished_at" bigint
);
--> statement-breakpoint
CREATE TABLE "outbox_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"outbox_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"started_at" bigint NOT NULL,
	"duration_ms" bigint NOT NULL,
	"status" integer,
	"error" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "outbox_counts" (
	"destination" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stopped_destinations" (
	"destination" text COLLATE "C" PRIMARY KEY NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO "outbox" ("id", "destination", "position", "run_id", "event_type", "sequence", "message_id", "state", "attempts", "next_attempt_at", "leased_until", "created_at", "finished_at")
OVERRIDING SYSTEM VALUE
SELECT "id", "endpoint", "position", "run_id", "event_type", "sequence", "webhook_id", "state", "attempts", "next_attempt_at", "leased_until", "created_at", "finished_at" FROM "deliveries";
--> statement-breakpoint
SELECT setval(pg_get_serial_sequence('outbox', 'id'), (SELECT max("id") FROM "outbox")) WHERE EXISTS (SELECT FROM "outbox");
--> statement-breakpoint
INSERT INTO "outbox_attempts" ("id", "outbox_id", "number", "started_at", "duration_ms", "status", "error")
OVERRIDING SYSTEM VALUE
SELECT "id", "delivery_id", "number", "started_at", "duration_ms", "http_status", "error" FROM "delivery_attempts";
--> statement-breakpoint
SELECT setval(pg_get_serial_sequence('outbox_attempts', 'id'), (SELECT max("id") FROM "outbox_attempts")) WHERE EXISTS (SELECT FROM "outbox_attempts");
--> statement-breakpoint
-- Only a 410 has ever stopped one.
INSERT INTO "stopped_destinations" ("destination", "code", "at") SELECT "endpoint", 'gone', "at" FROM "stopped_endpoints";
--> statement-breakpoint
DROP TABLE "delivery_attempts";--> statement-breakpoint
DROP TABLE "deliveries";--> statement-breakpoint
DROP TABLE "delivery_counts";--> statement-breakpoint
DROP TABLE "stopped_endpoints";--> statement-breakpoint
DROP FUNCTION count_owed_deliveries();--> statement-breakpoint
DROP FUNCTION count_changed_deliveries();--> statement-breakpoint
ALTER TABLE "outbox_attempts" ADD CONSTRAINT "outbox_attempts_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_event" ON "outbox" USING btree ("destination","position");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_message" ON "outbox" USING btree ("message_id") WHERE position IS NULL;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("destination","next_attempt_at","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_pending" ON "outbox" USING btree ("run_id","destination","position") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_held" ON "outbox" USING btree ("run_id") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "outbox_state" ON "outbox" USING btree ("destination","state","id");--> statement-breakpoint
CREATE INDEX "outbox_attempts_message" ON "outbox_attempts" USING btree ("outbox_id","id");
--> statement-breakpoint
-- Conversions that were still to be reported; their jobs knew only the order.
DO $$
BEGIN
	IF to_regclass('jobs.job') IS NULL THEN RETURN; END IF;
	IF NOT EXISTS (SELECT FROM jobs.job WHERE name = 'conversions' AND state <= 'active') THEN RETURN; END IF;
	INSERT INTO outbox (destination, position, run_id, event_type, sequence, message_id, state, attempts, next_attempt_at, created_at)
	SELECT 'conversions', e.position, e.run_id, e.type, 1, e.id, 'pending', 0,
		(extract(epoch FROM j.start_after) * 1000)::bigint, e.received_at
	FROM jobs.job j JOIN events e ON e.type = 'converted' AND e.data ->> 'orderId' = j.singleton_key
	WHERE j.name = 'conversions' AND j.state <= 'active'
	ORDER BY e.position, j.start_after
	ON CONFLICT (destination, position) DO NOTHING;
END
$$;
--> statement-breakpoint
-- Messages are counted as they change, so that reading a count does not depend on their number.
INSERT INTO outbox_counts (destination, state, count) SELECT destination, state, count(*) FROM outbox GROUP BY destination, state;
--> statement-breakpoint
CREATE FUNCTION count_inserted_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO outbox_counts (destination, state, count)
	SELECT destination, state, count(*) FROM new_rows GROUP BY destination, state;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_changed_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO outbox_counts (destination, state, count)
	SELECT destination, state, sum(change) FROM (
		SELECT destination, state, 1 AS change FROM new_rows UNION ALL SELECT destination, state, -1 FROM old_rows
	) AS changes GROUP BY destination, state HAVING sum(change) <> 0;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_removed_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO outbox_counts (destination, state, count)
	SELECT destination, state, -count(*) FROM old_rows GROUP BY destination, state;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER outbox_count_insert AFTER INSERT ON outbox
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_messages();
--> statement-breakpoint
CREATE TRIGGER outbox_count_update AFTER UPDATE ON outbox
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_messages();
--> statement-breakpoint
CREATE TRIGGER outbox_count_delete AFTER DELETE ON outbox
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_removed_messages();
--> statement-breakpoint
-- Statistics hold samples of what was stored, and encrypted bytes cannot be compressed.
ALTER TABLE outbox ALTER content SET STATISTICS 0, ALTER content SET STORAGE EXTERNAL;
