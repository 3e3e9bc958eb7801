ALTER TABLE "attribution" ADD COLUMN "net_revenue_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "visitor" text COLLATE "C" DEFAULT 'person' NOT NULL;