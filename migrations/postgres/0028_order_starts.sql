ALTER TABLE "orders" ADD COLUMN "paid_at" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "start_funnel" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "start_day" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_started" ON "orders" USING btree ("generation","start_day","start_funnel","at","paid_at","price_cents","net_cents","payment","visitor","last_position");