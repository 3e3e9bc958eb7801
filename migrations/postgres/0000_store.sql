CREATE TABLE "attribution" (
	"generation" bigint NOT NULL,
	"model" text COLLATE "C" NOT NULL,
	"dimension" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"funnel" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"runs" bigint NOT NULL,
	"orders" bigint NOT NULL,
	"revenue_cents" bigint NOT NULL,
	CONSTRAINT "attribution_generation_model_dimension_day_funnel_key_pk" PRIMARY KEY("generation","model","dimension","day","funnel","key")
);
--> statement-breakpoint
CREATE TABLE "daily_counters" (
	"day" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "daily_counters_day_name_pk" PRIMARY KEY("day","name")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"event_type" text COLLATE "C" NOT NULL,
	"sequence" integer NOT NULL,
	"webhook_id" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"attempts" integer NOT NULL,
	"next_attempt_at" bigint NOT NULL,
	"leased_until" bigint,
	"created_at" bigint NOT NULL,
	"finished_at" bigint
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"started_at" bigint NOT NULL,
	"duration_ms" bigint NOT NULL,
	"http_status" integer,
	"error" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "delivery_counts" (
	"state" text COLLATE "C" NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drop_off" (
	"generation" bigint NOT NULL,
	"funnel" text COLLATE "C" NOT NULL,
	"segment" bigint NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"measure" text COLLATE "C" NOT NULL,
	"runs" bigint NOT NULL,
	CONSTRAINT "drop_off_generation_funnel_segment_day_version_measure_pk" PRIMARY KEY("generation","funnel","segment","day","version","measure")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"position" bigint PRIMARY KEY NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"funnel" text COLLATE "C" NOT NULL,
	"funnel_version" integer NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"step" integer NOT NULL,
	"occurred_at" bigint NOT NULL,
	"sent_at" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"at" bigint NOT NULL,
	"data" json NOT NULL,
	"facts" json NOT NULL,
	"meta" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fingerprints" (
	"position" bigint PRIMARY KEY NOT NULL,
	"fingerprint" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generations" (
	"generation" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "generations_generation_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" text COLLATE "C" NOT NULL,
	"checkpoint" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "once_keys" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"generation" bigint NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"number" text COLLATE "C" NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"funnel" text COLLATE "C" NOT NULL,
	"at" bigint NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	"price_cents" bigint NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	CONSTRAINT "orders_generation_order_id_pk" PRIMARY KEY("generation","order_id")
);
--> statement-breakpoint
CREATE TABLE "personal_data" (
	"position" bigint PRIMARY KEY NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"email_hmac" "bytea"
);
--> statement-breakpoint
CREATE TABLE "rejected_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rejected_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"received_at" bigint NOT NULL,
	"type" text COLLATE "C",
	"funnel" text COLLATE "C",
	"issues" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"generation" bigint NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"funnel" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"silent_since" bigint,
	"last_position" bigint NOT NULL,
	"state" json NOT NULL,
	CONSTRAINT "runs_generation_run_id_pk" PRIMARY KEY("generation","run_id")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"segment" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "segments_segment_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"medium" text COLLATE "C" NOT NULL,
	"campaign" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"value" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stopped_endpoints" (
	"endpoint" text COLLATE "C" PRIMARY KEY NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressed_ids" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"forget_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_event" ON "deliveries" USING btree ("endpoint","position");--> statement-breakpoint
CREATE INDEX "deliveries_pending" ON "deliveries" USING btree ("run_id","endpoint","position") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_state" ON "deliveries" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "delivery_attempts_delivery" ON "delivery_attempts" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_id" ON "events" USING btree ("id");--> statement-breakpoint
CREATE INDEX "events_run" ON "events" USING btree ("run_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "fingerprints_fingerprint" ON "fingerprints" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "orders_day" ON "orders" USING btree ("generation","day","at","position");--> statement-breakpoint
CREATE INDEX "orders_number" ON "orders" USING btree ("number");--> statement-breakpoint
CREATE INDEX "personal_data_run" ON "personal_data" USING btree ("run_id","position");--> statement-breakpoint
CREATE INDEX "personal_data_email" ON "personal_data" USING btree ("email_hmac") WHERE email_hmac IS NOT NULL;--> statement-breakpoint
CREATE INDEX "rejected_events_received_at" ON "rejected_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "runs_silent" ON "runs" USING btree ("generation","silent_since","run_id") WHERE silent_since IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "segments_values" ON "segments" USING btree ("device","source","medium","campaign");--> statement-breakpoint
CREATE INDEX "suppressed_ids_forget_at" ON "suppressed_ids" USING btree ("forget_at");