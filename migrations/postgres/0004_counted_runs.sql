DROP INDEX "segments_values";--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "format" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "started_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "segment" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "measures" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "reason" text COLLATE "C" DEFAULT '(none)' NOT NULL;--> statement-breakpoint
CREATE INDEX "runs_day" ON "runs" USING btree ("generation","day","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "segments_values" ON "segments" USING btree ("device","source","medium","campaign","reason");