CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`operator` text NOT NULL,
	`action` text NOT NULL,
	`order_id` text,
	`detail` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
CREATE INDEX `audit_order` ON `audit` (`order_id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `work` text;--> statement-breakpoint
CREATE INDEX `orders_work` ON `orders` (`generation`,`work`,`at`) WHERE work IS NOT NULL;