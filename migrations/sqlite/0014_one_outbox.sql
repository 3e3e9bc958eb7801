CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`destination` text NOT NULL,
	`position` integer,
	`run_id` text,
	`event_type` text,
	`sequence` integer,
	`message_id` text NOT NULL,
	`content` blob,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`leased_until` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer
) STRICT;
--> statement-breakpoint
INSERT INTO `outbox` (`id`, `destination`, `position`, `run_id`, `event_type`, `sequence`, `message_id`, `state`, `attempts`, `next_attempt_at`, `leased_until`, `created_at`, `finished_at`)
SELECT `id`, `endpoint`, `position`, `run_id`, `event_type`, `sequence`, `webhook_id`, `state`, `attempts`, `next_attempt_at`, `leased_until`, `created_at`, `finished_at` FROM `deliveries`;
--> statement-breakpoint
-- Conversions that were still to be reported; their jobs knew only the order.
INSERT INTO `outbox` (`destination`, `position`, `run_id`, `event_type`, `sequence`, `message_id`, `state`, `attempts`, `next_attempt_at`, `created_at`)
SELECT 'conversions', e.`position`, e.`run_id`, e.`type`, 1, e.`id`, 'pending', 0, j.`run_at`, e.`received_at`
FROM `jobs` j JOIN `events` e ON e.`type` = 'converted' AND e.`data` ->> '$.orderId' = j.`key`
WHERE j.`queue` = 'conversions' AND EXISTS (SELECT 1 FROM `jobs` WHERE `queue` = 'conversions')
ORDER BY e.`position`;
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_event` ON `outbox` (`destination`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_message` ON `outbox` (`message_id`) WHERE position IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`destination`,`next_attempt_at`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_pending` ON `outbox` (`run_id`,`destination`,`position`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_held` ON `outbox` (`run_id`) WHERE state = 'held';--> statement-breakpoint
CREATE INDEX `outbox_state` ON `outbox` (`destination`,`state`);--> statement-breakpoint
CREATE TABLE `outbox_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`outbox_id` integer NOT NULL,
	`number` integer NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` integer,
	`error` text,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `outbox_attempts` (`id`, `outbox_id`, `number`, `started_at`, `duration_ms`, `status`, `error`)
SELECT `id`, `delivery_id`, `number`, `started_at`, `duration_ms`, `http_status`, `error` FROM `delivery_attempts`;
--> statement-breakpoint
CREATE INDEX `outbox_attempts_message` ON `outbox_attempts` (`outbox_id`);--> statement-breakpoint
CREATE TABLE `outbox_counts` (
	`destination` text NOT NULL,
	`state` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`destination`, `state`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `outbox_counts` (`destination`, `state`, `count`) SELECT `destination`, `state`, count(*) FROM `outbox` GROUP BY 1, 2;
--> statement-breakpoint
-- Messages are counted as they change, so that reading a count does not depend on their number.
CREATE TRIGGER `outbox_count_insert` AFTER INSERT ON `outbox`
BEGIN
	INSERT INTO `outbox_counts` VALUES (NEW.`destination`, NEW.`state`, 1) ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `outbox_count_update` AFTER UPDATE OF `state` ON `outbox` WHEN OLD.`state` <> NEW.`state`
BEGIN
	UPDATE `outbox_counts` SET `count` = `count` - 1 WHERE `destination` = OLD.`destination` AND `state` = OLD.`state`;
	INSERT INTO `outbox_counts` VALUES (NEW.`destination`, NEW.`state`, 1) ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `outbox_count_delete` AFTER DELETE ON `outbox`
BEGIN
	UPDATE `outbox_counts` SET `count` = `count` - 1 WHERE `destination` = OLD.`destination` AND `state` = OLD.`state`;
END;
--> statement-breakpoint
CREATE TABLE `stopped_destinations` (
	`destination` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- Only a 410 has ever stopped one.
INSERT INTO `stopped_destinations` (`destination`, `code`, `at`) SELECT `endpoint`, 'gone', `at` FROM `stopped_endpoints`;
--> statement-breakpoint
DROP TABLE `delivery_attempts`;--> statement-breakpoint
DROP TABLE `deliveries`;--> statement-breakpoint
DROP TABLE `delivery_counts`;--> statement-breakpoint
DROP TABLE `jobs`;--> statement-breakpoint
DROP TABLE `stopped_endpoints`;
