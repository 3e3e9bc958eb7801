CREATE TABLE "upload_parts" (
	"upload_key" bigint NOT NULL,
	"number" integer NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	CONSTRAINT "upload_parts_upload_key_number_pk" PRIMARY KEY("upload_key","number")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uploads_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text COLLATE "C" NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"field" text COLLATE "C" NOT NULL,
	"mime_type" text COLLATE "C" NOT NULL,
	"size" bigint,
	"created_at" bigint NOT NULL,
	"position" bigint NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"name" "bytea" NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_key_uploads_key_fk" FOREIGN KEY ("upload_key") REFERENCES "public"."uploads"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_id" ON "uploads" USING btree ("id");--> statement-breakpoint
CREATE INDEX "uploads_run" ON "uploads" USING btree ("run_id","key");--> statement-breakpoint
CREATE INDEX "uploads_unkept" ON "uploads" USING btree ("created_at","key") WHERE state <> 'kept';--> statement-breakpoint
-- Statistics hold samples of what was stored; those of a person would outlive an erasure.
ALTER TABLE "uploads" ALTER "name" SET STATISTICS 0, ALTER "secret" SET STATISTICS 0;--> statement-breakpoint
-- Encrypted bytes cannot be compressed; trying takes longer than writing them.
ALTER TABLE "upload_parts" ALTER "ciphertext" SET STATISTICS 0, ALTER "ciphertext" SET STORAGE EXTERNAL;
