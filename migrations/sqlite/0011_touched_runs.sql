DROP INDEX `runs_day`;--> statement-breakpoint
CREATE INDEX `runs_day` ON `runs` (`generation`,`day`,`started_at`,`last_position`);