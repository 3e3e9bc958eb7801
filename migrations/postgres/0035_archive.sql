CREATE TABLE "archived_ids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "archived_ranges" (
	"up_to" bigint PRIMARY KEY NOT NULL,
	"after" bigint NOT NULL,
	"events" integer NOT NULL,
	"first_at" bigint NOT NULL,
	"file" text COLLATE "C" NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text COLLATE "C" NOT NULL,
	"archived_at" bigint NOT NULL,
	"removed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "archived_runs" (
	"run_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "archived_state" json;