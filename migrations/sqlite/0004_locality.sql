DROP TABLE `fingerprints`;--> statement-breakpoint
CREATE TABLE `fingerprints` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`expires_at` integer NOT NULL
) STRICT, WITHOUT ROWID;--> statement-breakpoint
DROP INDEX `personal_data_run`;--> statement-breakpoint
DROP INDEX `personal_data_email`;--> statement-breakpoint
CREATE INDEX `personal_data_addresses` ON `personal_data` (`position`,`email_hmac`,`run_id`) WHERE email_hmac IS NOT NULL;
