CREATE TABLE "acknowledgements" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"recipient" text COLLATE "C" NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "acknowledgements_at" ON "acknowledgements" USING btree ("at");--> statement-breakpoint
CREATE INDEX "deliveries_held" ON "deliveries" USING btree ("run_id") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "orders_declared" ON "orders" USING btree ("generation","order_id") WHERE status = 'withdrawal_declared';