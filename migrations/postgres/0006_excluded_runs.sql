CREATE TABLE "excluded_runs" (
	"run_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"excluded_by" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL
);--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;
