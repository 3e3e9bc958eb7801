ALTER TABLE "users" ADD COLUMN "identity_hash" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_identity_hash_unique" UNIQUE("identity_hash");