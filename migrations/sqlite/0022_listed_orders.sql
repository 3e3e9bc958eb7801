DROP INDEX `orders_day`;--> statement-breakpoint
ALTER TABLE `orders` ADD `net_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `payment` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `last_position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_listed` ON `orders` (`generation`,`day`,`at`,`position`,`price_cents`,`net_cents`,`status`,`funnel`,`payment`,`visitor`,`last_position`);--> statement-breakpoint
CREATE INDEX `orders_number` ON `orders` (`generation`,`number`);