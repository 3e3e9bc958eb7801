CREATE TABLE "measures" (
	"measure" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "measures_measure_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "measures_name" ON "measures" USING btree ("name");--> statement-breakpoint
INSERT INTO "measures" ("name") SELECT DISTINCT "measure" FROM "drop_off" ORDER BY "measure";--> statement-breakpoint
ALTER TABLE "drop_off" RENAME TO "old_drop_off";--> statement-breakpoint
-- A row changes with every batch of its day: half of a page is for its next versions, which then need no index entry.
CREATE TABLE "drop_off" (
	"generation" bigint NOT NULL,
	"funnel" text COLLATE "C" NOT NULL,
	"segment" bigint NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"counts" text COLLATE "C" NOT NULL,
	CONSTRAINT "drop_off_generation_funnel_segment_day_version_pk" PRIMARY KEY("generation","funnel","segment","day","version")
) WITH (fillfactor = 50);
--> statement-breakpoint
INSERT INTO "drop_off" ("generation", "funnel", "segment", "day", "version", "counts")
	SELECT o."generation", o."funnel", o."segment", o."day", o."version",
		'[' || string_agg(m."measure" || ',' || o."runs", ',' ORDER BY m."measure") || ']'
	FROM "old_drop_off" o JOIN "measures" m ON m."name" = o."measure"
	WHERE o."runs" <> 0
	GROUP BY o."generation", o."funnel", o."segment", o."day", o."version";--> statement-breakpoint
DROP TABLE "old_drop_off";
