CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`class` text NOT NULL,
	`sha256` text NOT NULL,
	`pages` integer NOT NULL,
	`bytes` integer NOT NULL,
	`template` integer NOT NULL,
	`frozen_at` integer NOT NULL,
	`ciphertext` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_document` ON `documents` (`run_id`,`kind`,`version`);--> statement-breakpoint
CREATE TABLE `number_ranges` (
	`range` text NOT NULL,
	`year` integer NOT NULL,
	`last` integer NOT NULL,
	PRIMARY KEY(`range`, `year`)
) STRICT, WITHOUT ROWID;
