-- The log becomes the first partition of a partitioned table (0034). A checked constraint proves that its rows are within
-- the bounds of the partition, so that attaching it reads no row. Checking reads the whole log, so it is done between
-- the two migrations, without the append lock (`migrate.ts`). The constraint applies to new rows at once, so the bound is a
-- whole partition away or more: no append reaches it, even if 0034 has to be repeated for days. The name of the
-- constraint says the last position.
DO $$
DECLARE
	head bigint := greatest((SELECT max(position) FROM events), (SELECT max(position) FROM operational_events), 0);
	up_to bigint := ((head + 9999999) / 10000000 + 1) * 10000000;
BEGIN
	EXECUTE format('ALTER TABLE events ADD CONSTRAINT events_up_to_%s CHECK (position >= 1 AND position < %s) NOT VALID',
		up_to, up_to + 1);
END
$$;
