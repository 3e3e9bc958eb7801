ALTER TABLE "rejected_events" ADD COLUMN "state" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "rejected_events" ADD COLUMN "run_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "rejected_events" ADD COLUMN "event_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "rejected_events" ADD COLUMN "facts" json;--> statement-breakpoint
ALTER TABLE "rejected_events" ADD COLUMN "ciphertext" "bytea";--> statement-breakpoint
ALTER TABLE "rejected_events" ADD COLUMN "position" bigint;--> statement-breakpoint
CREATE INDEX "rejected_events_kept" ON "rejected_events" USING btree ("run_id") WHERE state = 'kept';--> statement-breakpoint
CREATE INDEX "rejected_events_replayed" ON "rejected_events" USING btree ("position") WHERE state = 'replayed';