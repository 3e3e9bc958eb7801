DROP INDEX `segments_values`;--> statement-breakpoint
ALTER TABLE `segments` ADD `reason` text DEFAULT '(none)' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `segments_values` ON `segments` (`device`,`source`,`medium`,`campaign`,`reason`);--> statement-breakpoint
ALTER TABLE `generations` ADD `format` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `started_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `segment` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `measures` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `runs_day` ON `runs` (`generation`,`day`,`started_at`);