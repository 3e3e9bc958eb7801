/** Expression for the timeline that a server writes, which fails on a standby. */
export const ownTimeline = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`
