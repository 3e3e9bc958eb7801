CREATE TABLE `upload_parts` (
	`id` integer PRIMARY KEY NOT NULL,
	`upload_key` integer NOT NULL,
	`number` integer NOT NULL,
	`ciphertext` blob NOT NULL,
	FOREIGN KEY (`upload_key`) REFERENCES `uploads`(`key`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `upload_parts_number` ON `upload_parts` (`upload_key`,`number`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`run_id` text NOT NULL,
	`field` text NOT NULL,
	`mime_type` text NOT NULL,
	`size` integer,
	`created_at` integer NOT NULL,
	`position` integer NOT NULL,
	`state` text NOT NULL,
	`name` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_id` ON `uploads` (`id`);--> statement-breakpoint
CREATE INDEX `uploads_run` ON `uploads` (`run_id`);--> statement-breakpoint
CREATE INDEX `uploads_state` ON `uploads` (`state`,`created_at`);