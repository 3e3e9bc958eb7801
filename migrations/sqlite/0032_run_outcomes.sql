CREATE TABLE `counted_days` (
	`generation` integer NOT NULL,
	`day` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`generation`, `day`)
);
--> statement-breakpoint
ALTER TABLE `runs` ADD `outcome` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `runs_outcome` ON `runs` (`generation`,`day`,`funnel`,`version`,`segment`,`visitor_segment`,`os_segment`,`entry_segment`,`hour_segment`,`channel_segment`,`outcome`) WHERE outcome <> '';--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`generation`,`status`,`day`,`at`,`position`,`price_cents`,`net_cents`,`funnel`,`payment`,`visitor`,`last_position`);