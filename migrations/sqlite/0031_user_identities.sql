ALTER TABLE `users` ADD `identity_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_identity_hash_unique` ON `users` (`identity_hash`);