CREATE TABLE `attribution` (
	`generation` integer NOT NULL,
	`model` text NOT NULL,
	`dimension` text NOT NULL,
	`day` text NOT NULL,
	`funnel` text NOT NULL,
	`key` text NOT NULL,
	`runs` integer NOT NULL,
	`orders` integer NOT NULL,
	`revenue_cents` integer NOT NULL,
	PRIMARY KEY(`generation`, `model`, `dimension`, `day`, `funnel`, `key`)
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE TABLE `daily_counters` (
	`day` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `name`)
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`endpoint` text NOT NULL,
	`position` integer NOT NULL,
	`run_id` text NOT NULL,
	`event_type` text NOT NULL,
	`sequence` integer NOT NULL,
	`webhook_id` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`leased_until` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_event` ON `deliveries` (`endpoint`,`position`);--> statement-breakpoint
CREATE INDEX `deliveries_pending` ON `deliveries` (`run_id`,`endpoint`,`position`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_state` ON `deliveries` (`state`);--> statement-breakpoint
CREATE TABLE `delivery_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`delivery_id` integer NOT NULL,
	`number` integer NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`http_status` integer,
	`error` text,
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `delivery_attempts_delivery` ON `delivery_attempts` (`delivery_id`);--> statement-breakpoint
CREATE TABLE `delivery_counts` (
	`state` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE TABLE `drop_off` (
	`generation` integer NOT NULL,
	`funnel` text NOT NULL,
	`segment` integer NOT NULL,
	`day` text NOT NULL,
	`version` integer NOT NULL,
	`measure` text NOT NULL,
	`runs` integer NOT NULL,
	PRIMARY KEY(`generation`, `funnel`, `segment`, `day`, `version`, `measure`)
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE TABLE `events` (
	`position` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`funnel` text NOT NULL,
	`funnel_version` integer NOT NULL,
	`run_id` text NOT NULL,
	`session_id` text NOT NULL,
	`step` integer NOT NULL,
	`occurred_at` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`at` integer NOT NULL,
	`data` text NOT NULL,
	`facts` text NOT NULL,
	`meta` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_run` ON `events` (`run_id`);--> statement-breakpoint
CREATE TABLE `fingerprints` (
	`position` integer PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `fingerprints_fingerprint` ON `fingerprints` (`fingerprint`);--> statement-breakpoint
CREATE TABLE `generations` (
	`generation` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text NOT NULL,
	`checkpoint` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `jobs` (
	`ticket` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`queue` text NOT NULL,
	`key` text NOT NULL,
	`run_at` integer NOT NULL,
	`claimed` integer,
	`leased_until` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_key` ON `jobs` (`queue`,`key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`queue`,`run_at`);--> statement-breakpoint
CREATE TABLE `once_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE TABLE `orders` (
	`generation` integer NOT NULL,
	`order_id` text NOT NULL,
	`number` text NOT NULL,
	`run_id` text NOT NULL,
	`funnel` text NOT NULL,
	`at` integer NOT NULL,
	`day` text NOT NULL,
	`position` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`status` text NOT NULL,
	`source` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_order` ON `orders` (`generation`,`order_id`);--> statement-breakpoint
CREATE INDEX `orders_day` ON `orders` (`generation`,`day`,`at`,`position`);--> statement-breakpoint
CREATE TABLE `personal_data` (
	`position` integer PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`ciphertext` blob NOT NULL,
	`email_hmac` blob
) STRICT;
--> statement-breakpoint
CREATE INDEX `personal_data_run` ON `personal_data` (`run_id`);--> statement-breakpoint
CREATE INDEX `personal_data_email` ON `personal_data` (`email_hmac`) WHERE email_hmac IS NOT NULL;--> statement-breakpoint
CREATE TABLE `rejected_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`received_at` integer NOT NULL,
	`type` text,
	`funnel` text,
	`issues` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `rejected_events_received_at` ON `rejected_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `runs` (
	`generation` integer NOT NULL,
	`run_id` text NOT NULL,
	`funnel` text NOT NULL,
	`version` integer NOT NULL,
	`day` text NOT NULL,
	`status` text NOT NULL,
	`silent_since` integer,
	`last_position` integer NOT NULL,
	`state` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_run` ON `runs` (`generation`,`run_id`);--> statement-breakpoint
CREATE INDEX `runs_silent` ON `runs` (`generation`,`silent_since`) WHERE silent_since IS NOT NULL;--> statement-breakpoint
CREATE TABLE `segments` (
	`segment` integer PRIMARY KEY NOT NULL,
	`device` text NOT NULL,
	`source` text NOT NULL,
	`medium` text NOT NULL,
	`campaign` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `segments_values` ON `segments` (`device`,`source`,`medium`,`campaign`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE TABLE `stopped_endpoints` (
	`endpoint` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE TABLE `suppressed_ids` (
	`id` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`forget_at` integer NOT NULL
) WITHOUT ROWID, STRICT;
--> statement-breakpoint
CREATE INDEX `suppressed_ids_forget_at` ON `suppressed_ids` (`forget_at`);