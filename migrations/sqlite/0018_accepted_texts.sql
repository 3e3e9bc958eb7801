CREATE TABLE `texts` (
	`sha256` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`content` text NOT NULL,
	`first_seen_at` integer NOT NULL
) STRICT, WITHOUT ROWID;