// Advisory locks of the database, declared together so that their numbers are unique.

export const appendLock = 4_711_001
export const migrationLock = 4_711_002
/** Held while an upload begins, so that the quota check of each upload counts all uploads that began earlier. */
export const uploadRoomLock = 4_711_006
/** Held while an upload is completed. The second number of the lock is a hash of the run id. */
export const uploadLock = 4_711_003
export const sessionLock = 4_711_004
export const acknowledgementLock = 4_711_021
/** Held while a hand-over is stored, so that the number of waiting hand-overs stays limited. */
export const handoverLock = 4_711_023
/** Held while users, their sessions or tokens change, so that a check and the change after it are one step. */
export const staffLock = 4_711_024
/** Held while refused attempts are added to the audit. */
export const refusalsLock = 4_711_025
/** Held while due messages are leased. The second number of the lock is a hash of the destination. */
export const claimLock = 4_711_022
/** Held while partitions are added to the log, so that processes do not add the same ones. */
export const partitionLock = 4_711_026
/** Held by the command that archives ranges of the log, so that only one does so at a time. */
export const archiveLock = 4_711_027
