DROP INDEX `segments_values`;--> statement-breakpoint
ALTER TABLE `segments` ADD `kind` text DEFAULT 'campaign' NOT NULL;--> statement-breakpoint
ALTER TABLE `segments` ADD `browser` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `segments` ADD `os` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `segments` ADD `entry` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `segments` ADD `consent` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `segments` ADD `hour` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `segments_values` ON `segments` (`kind`,`device`,`source`,`medium`,`campaign`,`reason`,`browser`,`os`,`entry`,`consent`,`hour`);--> statement-breakpoint
ALTER TABLE `runs` ADD `visitor_segment` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `os_segment` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `entry_segment` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `hour_segment` integer DEFAULT 0 NOT NULL;