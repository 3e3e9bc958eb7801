CREATE TABLE "report_keys" (
	"generation" bigint NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"dimension" text COLLATE "C" NOT NULL,
	CONSTRAINT "report_keys_generation_day_key_dimension_pk" PRIMARY KEY("generation","day","key","dimension")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"role" text COLLATE "C" NOT NULL,
	"credential" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "personal_data" ADD COLUMN "kept_for" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "order_pending_since" bigint;--> statement-breakpoint
-- Kept before this column was there: whether their runs have an order is looked up once for them too.
UPDATE uploads SET order_pending_since = created_at WHERE state = 'kept';--> statement-breakpoint
CREATE INDEX "uploads_order_pending" ON "uploads" USING btree ("order_pending_since") WHERE order_pending_since IS NOT NULL;