ALTER TABLE `attribution` ADD `net_revenue_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `visitor` text DEFAULT 'person' NOT NULL;