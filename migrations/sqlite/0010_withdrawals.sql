CREATE TABLE `acknowledgements` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `acknowledgements_at` ON `acknowledgements` (`at`);--> statement-breakpoint
CREATE INDEX `deliveries_held` ON `deliveries` (`run_id`) WHERE state = 'held';--> statement-breakpoint
CREATE INDEX `orders_declared` ON `orders` (`generation`,`order_id`) WHERE status = 'withdrawal_declared';--> statement-breakpoint
INSERT INTO `delivery_counts` (`state`, `count`) VALUES ('held', 0), ('discarded', 0);
