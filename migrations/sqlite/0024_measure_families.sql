DROP INDEX `segments_values`;--> statement-breakpoint
ALTER TABLE `segments` ADD `channel` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `segments_values` ON `segments` (`kind`,`device`,`source`,`medium`,`campaign`,`reason`,`browser`,`os`,`entry`,`consent`,`hour`,`channel`);--> statement-breakpoint
ALTER TABLE `runs` ADD `channel_segment` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `drop_off` RENAME TO `old_drop_off`;--> statement-breakpoint
CREATE TABLE `drop_off` (
	`generation` integer NOT NULL,
	`funnel` text NOT NULL,
	`segment` integer NOT NULL,
	`family` text DEFAULT '' NOT NULL,
	`day` text NOT NULL,
	`version` integer NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`generation`, `funnel`, `segment`, `family`, `day`, `version`)
) STRICT, WITHOUT ROWID;--> statement-breakpoint
INSERT INTO `drop_off` (`generation`, `funnel`, `segment`, `day`, `version`, `counts`)
	SELECT `generation`, `funnel`, `segment`, `day`, `version`, `counts` FROM `old_drop_off`;--> statement-breakpoint
DROP TABLE `old_drop_off`;