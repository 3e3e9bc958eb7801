-- It is empty: `reseal-values.ts` runs between the previous migration and this one.
DROP TABLE "personal_data_unkeyed";
--> statement-breakpoint
-- The expression makes PostgreSQL write the table into new files, without the old versions of its rows. VACUUM FULL
-- would keep those that another session's snapshot may still see.
ALTER TABLE "uploads" ALTER COLUMN "secret" TYPE "bytea" USING "secret" || ''::bytea;
--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "class" SET NOT NULL;
