CREATE TABLE `handovers` (
	`run_id` text PRIMARY KEY NOT NULL,
	`id_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ciphertext` blob
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `handovers_id_hash_unique` ON `handovers` (`id_hash`);