CREATE TABLE "texts" (
	"sha256" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"content" text COLLATE "C" NOT NULL,
	"first_seen_at" bigint NOT NULL
);
