CREATE TABLE `report_keys` (
	`generation` integer NOT NULL,
	`day` text NOT NULL,
	`key` text NOT NULL,
	`dimension` text NOT NULL,
	PRIMARY KEY(`generation`, `day`, `key`, `dimension`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`role` text NOT NULL,
	`credential` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `personal_data` ADD `kept_for` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `order_pending_since` integer;--> statement-breakpoint
-- Kept before this column was there: whether their runs have an order is looked up once for them too.
UPDATE uploads SET order_pending_since = created_at WHERE state = 'kept';--> statement-breakpoint
CREATE INDEX `uploads_order_pending` ON `uploads` (`order_pending_since`) WHERE order_pending_since IS NOT NULL;