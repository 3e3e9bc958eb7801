CREATE TABLE "name_hmacs" (
	"part" smallint NOT NULL,
	"position" bigint NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"word" integer NOT NULL,
	"hmac" "bytea" NOT NULL,
	CONSTRAINT "name_hmacs_run_id_position_word_part_pk" PRIMARY KEY("run_id","position","word","part")
) PARTITION BY LIST ("part");
--> statement-breakpoint
CREATE INDEX "name_hmacs_hmac" ON "name_hmacs" USING btree ("hmac");
--> statement-breakpoint
-- Statistics hold samples of what was stored; those of a destroyed HMAC would outlive an erasure.
DO $$
BEGIN
	FOR part IN 0..63 LOOP
		EXECUTE format('CREATE TABLE name_hmacs_%s PARTITION OF name_hmacs FOR VALUES IN (%s)', part, part);
		EXECUTE format('ALTER TABLE name_hmacs_%s ALTER hmac SET STATISTICS 0', part);
	END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE "name_hmacs" ALTER "hmac" SET STATISTICS 0;
