CREATE TABLE "counted_days" (
	"generation" bigint NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "counted_days_generation_day_pk" PRIMARY KEY("generation","day")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "outcome" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("generation","status","day","at","position","price_cents","net_cents","funnel","payment","visitor","last_position");--> statement-breakpoint
CREATE INDEX "runs_outcome" ON "runs" USING btree ("generation","day","funnel","version","segment","visitor_segment","os_segment","entry_segment","hour_segment","channel_segment","outcome") WHERE outcome <> '';