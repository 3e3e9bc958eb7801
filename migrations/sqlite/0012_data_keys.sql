-- Values stay in this table until the service has sealed them again with the data key of their run and class.
ALTER TABLE `personal_data` RENAME TO `personal_data_unkeyed`;
--> statement-breakpoint
DROP INDEX `personal_data_addresses`;
--> statement-breakpoint
CREATE TABLE `personal_data` (
	`position` integer PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`class` text NOT NULL,
	`ciphertext` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `data_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`class` text NOT NULL,
	`wrapped` blob NOT NULL,
	`position` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `data_keys_run` ON `data_keys` (`run_id`);
--> statement-breakpoint
CREATE TABLE `email_hmacs` (
	`position` integer PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`hmac` blob NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `uploads` ADD `secret` blob;
--> statement-breakpoint
ALTER TABLE `uploads` ADD `class` text;
--> statement-breakpoint
-- They are valid for seconds, and these were not keyed with a data key.
DELETE FROM `fingerprints`;
