CREATE TABLE `name_hmacs` (
	`id` integer PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`run_id` text NOT NULL,
	`word` integer NOT NULL,
	`hmac` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `name_hmacs_position` ON `name_hmacs` (`position`);