// Advisory locks of the database, all in one place so that no two are the same.

export const appendLock = 4_711_001
export const migrationLock = 4_711_002
/** With the hash of a run's field as the second number. */
export const uploadLock = 4_711_003
