CREATE TABLE "documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"class" text COLLATE "C" NOT NULL,
	"sha256" text COLLATE "C" NOT NULL,
	"pages" integer NOT NULL,
	"bytes" integer NOT NULL,
	"template" integer NOT NULL,
	"frozen_at" bigint NOT NULL,
	"ciphertext" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "number_ranges" (
	"range" text COLLATE "C" NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "number_ranges_range_year_pk" PRIMARY KEY("range","year")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "documents_document" ON "documents" USING btree ("run_id","kind","version");