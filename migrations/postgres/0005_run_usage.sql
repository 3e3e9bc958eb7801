CREATE TABLE "run_usage" (
	"run_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"events" integer NOT NULL,
	"bytes" bigint NOT NULL
);--> statement-breakpoint
-- Only long runs need a count of what they hold already: any other run is at most this much longer than a new one.
INSERT INTO "run_usage" SELECT "run_id", count(*), 0 FROM "events" GROUP BY "run_id" HAVING count(*) >= 100;
