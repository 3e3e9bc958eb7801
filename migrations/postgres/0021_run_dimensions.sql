DROP INDEX "segments_values";--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "visitor_segment" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "os_segment" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "entry_segment" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "hour_segment" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "kind" text COLLATE "C" DEFAULT 'campaign' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "browser" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "os" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "entry" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "consent" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "hour" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "segments_values" ON "segments" USING btree ("kind","device","source","medium","campaign","reason","browser","os","entry","consent","hour");