CREATE TABLE "handovers" (
	"run_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"id_hash" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ciphertext" "bytea",
	CONSTRAINT "handovers_id_hash_unique" UNIQUE("id_hash")
);
