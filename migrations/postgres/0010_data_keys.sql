-- Values stay in this table until the service has sealed them again with the data key of their run and class.
ALTER TABLE "personal_data" RENAME TO "personal_data_unkeyed";
--> statement-breakpoint
ALTER TABLE "personal_data_unkeyed" RENAME CONSTRAINT "personal_data_pkey" TO "personal_data_unkeyed_pkey";
--> statement-breakpoint
DROP INDEX "personal_data_run";
--> statement-breakpoint
DROP INDEX "personal_data_email";
--> statement-breakpoint
CREATE TABLE "personal_data" (
	"position" bigint PRIMARY KEY NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"class" text COLLATE "C" NOT NULL,
	"ciphertext" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "personal_data_run" ON "personal_data" USING btree ("run_id","position");
--> statement-breakpoint
-- Encrypted bytes cannot be compressed; trying takes longer than writing them.
ALTER TABLE "personal_data" ALTER "ciphertext" SET STATISTICS 0, ALTER "ciphertext" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"part" smallint NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"class" text COLLATE "C" NOT NULL,
	"wrapped" "bytea" NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "data_keys_run_id_class_part_pk" PRIMARY KEY("run_id","class","part")
) PARTITION BY LIST ("part");
--> statement-breakpoint
CREATE TABLE "email_hmacs" (
	"part" smallint NOT NULL,
	"position" bigint NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"hmac" "bytea" NOT NULL,
	CONSTRAINT "email_hmacs_run_id_position_part_pk" PRIMARY KEY("run_id","position","part")
) PARTITION BY LIST ("part");
--> statement-breakpoint
CREATE INDEX "email_hmacs_hmac" ON "email_hmacs" USING btree ("hmac");
--> statement-breakpoint
-- Statistics hold samples of what was stored; those of a destroyed key would outlive an erasure.
DO $$
BEGIN
	FOR part IN 0..63 LOOP
		EXECUTE format('CREATE TABLE data_keys_%s PARTITION OF data_keys FOR VALUES IN (%s)', part, part);
		EXECUTE format('ALTER TABLE data_keys_%s ALTER wrapped SET STATISTICS 0', part);
		EXECUTE format('CREATE TABLE email_hmacs_%s PARTITION OF email_hmacs FOR VALUES IN (%s)', part, part);
		EXECUTE format('ALTER TABLE email_hmacs_%s ALTER hmac SET STATISTICS 0', part);
	END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE "data_keys" ALTER "wrapped" SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE "email_hmacs" ALTER "hmac" SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "class" text COLLATE "C";
--> statement-breakpoint
-- They are valid for seconds, and these were not keyed with a data key.
TRUNCATE "fingerprints";
