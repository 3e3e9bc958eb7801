CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" bigint NOT NULL,
	"operator" text COLLATE "C" NOT NULL,
	"action" text COLLATE "C" NOT NULL,
	"order_id" text COLLATE "C",
	"detail" text COLLATE "C"
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "work" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_order" ON "audit" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_work" ON "orders" USING btree ("generation","work","at") WHERE work IS NOT NULL;