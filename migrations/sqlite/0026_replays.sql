ALTER TABLE `rejected_events` ADD `state` text;--> statement-breakpoint
ALTER TABLE `rejected_events` ADD `run_id` text;--> statement-breakpoint
ALTER TABLE `rejected_events` ADD `event_id` text;--> statement-breakpoint
ALTER TABLE `rejected_events` ADD `facts` text;--> statement-breakpoint
ALTER TABLE `rejected_events` ADD `ciphertext` blob;--> statement-breakpoint
ALTER TABLE `rejected_events` ADD `position` integer;--> statement-breakpoint
CREATE INDEX `rejected_events_kept` ON `rejected_events` (`run_id`) WHERE state = 'kept';--> statement-breakpoint
CREATE INDEX `rejected_events_replayed` ON `rejected_events` (`position`) WHERE state = 'replayed';