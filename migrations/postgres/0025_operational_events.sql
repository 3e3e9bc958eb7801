CREATE TABLE "operational_events" (
	"position" bigint PRIMARY KEY NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"once" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"at" bigint NOT NULL,
	"data" json NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "operational_events_once" ON "operational_events" USING btree ("once");--> statement-breakpoint
CREATE INDEX "operational_events_day" ON "operational_events" USING btree ("type","day");
--> statement-breakpoint
CREATE TRIGGER operational_events_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON operational_events
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A process of an earlier version takes its next position from `events` alone. Operational events wait until none is
-- connected. If one was not seen, its append fails with the code of a conflict, so it reports that the store is
-- unavailable and the client tries again.
CREATE FUNCTION refuse_taken_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM new_rows n WHERE EXISTS (SELECT FROM operational_events o WHERE o.position = n.position)) THEN
		RAISE EXCEPTION 'the position of the event is taken by an operational event' USING ERRCODE = 'serialization_failure';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_refuse_taken_position AFTER INSERT ON events
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_taken_position();
