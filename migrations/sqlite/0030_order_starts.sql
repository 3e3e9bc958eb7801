ALTER TABLE `orders` ADD `paid_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `start_funnel` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `start_day` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_started` ON `orders` (`generation`,`start_day`,`start_funnel`,`at`,`paid_at`,`price_cents`,`net_cents`,`payment`,`visitor`,`last_position`);--> statement-breakpoint
CREATE INDEX `runs_counted` ON `runs` (`generation`,`day`,`started_at`,`last_position`,`funnel`,`version`,`status`,`segment`,`visitor_segment`,`os_segment`,`entry_segment`,`hour_segment`,`channel_segment`,`measures`,`run_id`) WHERE measures <> '';