DROP INDEX "orders_day";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "net_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment" text COLLATE "C" DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "last_position" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_listed" ON "orders" USING btree ("generation","day","at","position","price_cents","net_cents","status","funnel","payment","visitor","last_position");