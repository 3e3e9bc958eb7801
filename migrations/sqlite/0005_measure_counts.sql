CREATE TABLE `measures` (
	`measure` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `measures_name` ON `measures` (`name`);--> statement-breakpoint
INSERT INTO `measures` (`name`) SELECT DISTINCT `measure` FROM `drop_off`;--> statement-breakpoint
ALTER TABLE `drop_off` RENAME TO `old_drop_off`;--> statement-breakpoint
CREATE TABLE `drop_off` (
	`generation` integer NOT NULL,
	`funnel` text NOT NULL,
	`segment` integer NOT NULL,
	`day` text NOT NULL,
	`version` integer NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`generation`, `funnel`, `segment`, `day`, `version`)
) STRICT, WITHOUT ROWID;--> statement-breakpoint
INSERT INTO `drop_off` (`generation`, `funnel`, `segment`, `day`, `version`, `counts`)
	SELECT o.`generation`, o.`funnel`, o.`segment`, o.`day`, o.`version`, '[' || group_concat(m.`measure` || ',' || o.`runs`) || ']'
	FROM `old_drop_off` o JOIN `measures` m ON m.`name` = o.`measure`
	WHERE o.`runs` <> 0
	GROUP BY o.`generation`, o.`funnel`, o.`segment`, o.`day`, o.`version`;--> statement-breakpoint
DROP TABLE `old_drop_off`;
