DROP INDEX "outbox_due";--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("destination","next_attempt_at","id") WHERE state = 'pending' AND next_attempt_at >= 0;