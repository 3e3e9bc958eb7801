CREATE TABLE `excluded_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`excluded_by` text NOT NULL,
	`reason` text NOT NULL,
	`position` integer NOT NULL
) STRICT, WITHOUT ROWID;--> statement-breakpoint
ALTER TABLE `generations` ADD `revision` integer DEFAULT 0 NOT NULL;
