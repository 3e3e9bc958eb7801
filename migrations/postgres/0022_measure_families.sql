DROP INDEX "segments_values";--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "channel" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "segments_values" ON "segments" USING btree ("kind","device","source","medium","campaign","reason","browser","os","entry","consent","hour","channel");--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "channel_segment" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drop_off" ADD COLUMN "family" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "drop_off" DROP CONSTRAINT "drop_off_generation_funnel_segment_day_version_pk";--> statement-breakpoint
ALTER TABLE "drop_off" ADD CONSTRAINT "drop_off_generation_funnel_segment_family_day_version_pk" PRIMARY KEY("generation","funnel","segment","family","day","version");