import type { Pool } from 'pg'
import type { LogPartitions } from '#db/ports/log/log-partitions.ts'
import { type Store, StoreRefused } from '#db/ports/store.ts'
import { type LogEnds, logEnds, refuseMissingEvents } from '#db/reads/missing-events.ts'
import { type DataKeys, createDataKeys } from '#db/keys/data-keys.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { refuseOlderProcesses } from '#db/postgres/hosts/application-name.ts'
import { resealValues } from '#db/postgres/keys/reseal-values.ts'
import { createAcknowledgements } from '#db/postgres/outbox/acknowledgements.ts'
import { createAppendThread } from '#db/postgres/worker/append-thread.ts'
import { createCalls } from '#db/postgres/connection/calls.ts'
import { openClock } from '#db/postgres/process/clock.ts'
import { createCommitProjection } from '#db/postgres/projections/commit-projection.ts'
import { type Connection, openConnection } from '#db/postgres/connection/connection.ts'
import { createCopy } from './copy.ts'
import { databaseName } from '#db/postgres/hosts/host-urls.ts'
import { createOperationalLog } from '#db/postgres/operations/operational-log.ts'
import { createOutbox } from '#db/postgres/outbox/outbox.ts'
import { erase } from '#db/postgres/people/erase.ts'
import { createExclusions } from '#db/postgres/projections/exclusions.ts'
import { createGenerations } from '#db/postgres/projections/generations.ts'
import { checkKey } from '#db/postgres/connection/key-check.ts'
import { migrate } from '#db/postgres/connection/migrate.ts'
import { createOutboxReads } from '#db/postgres/outbox/read-outbox.ts'
import { createRejectionReads } from '#db/postgres/log/read-rejections.ts'
import { createLogReads } from '#db/postgres/log/read-log.ts'
import { createPeopleReads } from '#db/postgres/people/read-people.ts'
import { createProjectionReads } from '#db/postgres/projections/read-projections.ts'
import { createReportReads } from '#db/postgres/reports/read-reports.ts'
import { createUploadReads } from '#db/postgres/uploads/read-uploads.ts'
import { createVaultReads } from '#db/postgres/people/read-vault.ts'
import { explainOpening, refuseEncoding } from '#db/postgres/connection/refuse-opening.ts'
import { createArchive } from '#db/postgres/partitions/archive.ts'
import { createLogPartitions } from '#db/postgres/partitions/log-partitions.ts'
import { createRetention } from '#db/postgres/people/retention.ts'
import { createOperators } from './operators.ts'
import { createHandovers } from './handovers.ts'
import { createSessions } from './sessions.ts'
import { createStaff } from './staff.ts'
import { createTexts } from './texts.ts'
import { createDocuments } from '#db/postgres/documents/documents.ts'
import { createUploads } from '#db/postgres/uploads/uploads.ts'
import { openStandbys } from '#db/postgres/standbys/open-standbys.ts'
import { recordStaffChange } from '#db/postgres/standbys/staff-changes.ts'
import { synchronousStandbyWarning } from '#db/postgres/connection/synchronous-standby.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`, also with several hosts separated by commas. */
  url: string
  /** URLs of the standbys that answer reports, one per host; absent if the primary answers them. */
  standbyUrls?: readonly string[]
  /** Lag in ms above which a standby is left out; 10 s by default. */
  maxStandbyLagMs?: number
  /** Time in ms within which a standby must say its progress before it answers a report; 500 ms by default. */
  standbyPatienceMs?: number
  /** Key of 32 bytes (`PII_KEY`) that protects personal data. */
  piiKey: Uint8Array
  /**
   * True in the service, false in commands. If true, the append thread is started immediately, and a log with missing
   * events is refused.
   */
  supervise: boolean
  /**
   * True in a command that has called `reserveDatabase` and thereby already holds the append lock in another session.
   */
  reserved?: boolean
  /** Called with errors of background work, which continues afterwards. */
  onError?: (error: unknown) => void
  /** Called in the service with a risk that the operator should know about, once when the store is opened. */
  onWarning?: (warning: string) => void
  /**
   * Called after each append with the number of seconds for which it held the append lock, which serialises the appends
   * of all processes.
   */
  onLockHeld?: (seconds: number) => void
  /** Maximum wait in ms for a connection or a lock before a call throws `StoreUnavailable`; 5 s by default. */
  lockTimeoutMs?: number
  /** Maximum duration of a statement in ms before the call throws `StoreUnavailable`; 30 s by default. */
  statementTimeoutMs?: number
  /** Number of positions per partition of the log; 10 million by default. */
  rangePositions?: number
  /** Maximum number of connections, in addition to two for appends; 8 by default. */
  connections?: number
}

/** Number of connections for appends: one can append while the other one waits for the lock. */
const appendConnections = 2

/**
 * Migrates the database if necessary and opens it. Any number of processes can have it open at the same time. Throws
 * `StoreRefused` if the database was created with another key, has a newer schema or another encoding than UTF8, or
 * does not admit the user. Throws `StoreUnavailable` if it cannot be reached.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const {
    url,
    standbyUrls,
    maxStandbyLagMs: maxLagMs = 10_000,
    standbyPatienceMs: patienceMs = 500,
    piiKey,
    supervise,
    onError = () => {},
    onLockHeld = () => {},
  } = options
  const { onWarning = () => {}, rangePositions } = options
  const { lockTimeoutMs = 5000, statementTimeoutMs = 30_000, connections = 8, reserved = false } = options
  const keys = createDataKeys(piiKey)
  const database = databaseName(url)
  const access = { url, lockTimeoutMs, statementTimeoutMs }
  const connection = openConnection({ ...access, connections })
  const appends = createAppendThread({ ...access, connections: appendConnections, piiKey }, onLockHeld)
  const { pool } = connection
  const partitions = createLogPartitions(pool, url, rangePositions)
  const disconnect = async () => void (await Promise.all([pool.end(), appends.end()]))
  try {
    return await explainOpening(database, async () => {
      await refuseEncoding(pool, database)
      await migrate(url, {
        reserved,
        steps: {
          async prepare(maintenance) {
            await checkKey(pool, database, keys.keyFingerprint)
            await refuseOlderProcesses(maintenance, database)
          },
          reseal: (maintenance) => resealValues(maintenance, { before: createVaultCipher(piiKey), keys }),
        },
      })
      await checkKey(pool, database, keys.keyFingerprint)
      if (supervise) await refuseLostLog(pool, database)
      const warning = supervise ? await synchronousStandbyWarning(pool) : undefined
      if (warning !== undefined) onWarning(warning)
      const calls = createCalls()
      const clock = await openClock(pool, { run: calls.run, onError })
      if (supervise) await partitions.extend().catch(onError)
      if (supervise) appends.start()
      let closing: Promise<void> | undefined
      const store: Store = {
        ...storeOver({ connection, appends, keys, url, calls, reserved, partitions, rangePositions }),
        now: clock.now,
        lost: appends.lost,
        close() {
          clock.close()
          return (closing ??= calls.end().then(disconnect))
        },
      }
      if (!standbyUrls) return store
      const limits = { lockTimeoutMs, statementTimeoutMs, connections }
      const primary = { store, pool, url }
      const times = { maxLagMs, patienceMs }
      const opened = openStandbys({ urls: standbyUrls, ...times, connection: limits, primary, keys, calls })
      return {
        ...store,
        standbys: opened.standbys,
        // The running calls end first, also those on the standbys.
        close: () => store.close().then(opened.close),
      }
    })
  } catch (error) {
    await disconnect()
    throw error
  }
}

interface Parts {
  connection: Connection
  appends: ReturnType<typeof createAppendThread>
  keys: DataKeys
  url: string
  calls: ReturnType<typeof createCalls>
  reserved: boolean
  partitions: LogPartitions
  rangePositions: number | undefined
}

function storeOver(parts: Parts): Omit<Store, 'now' | 'lost' | 'close'> {
  const { connection, appends, keys, url, calls, reserved, partitions, rangePositions } = parts
  const { pool } = connection
  const { guard } = calls
  const staff = createStaff(pool)
  return {
    log: guard({ append: appends.append, ...createLogReads(pool) }),
    rejections: guard(createRejectionReads(pool, keys)),
    operations: guard(createOperationalLog(pool)),
    vault: guard(createVaultReads(pool, keys)),
    uploads: guard({ ...createUploads(connection, keys, { reserved }), ...createUploadReads(pool, keys) }),
    documents: guard(createDocuments(connection, keys, { reserved })),
    projections: guard({
      commit: createCommitProjection(connection),
      ...createGenerations(connection),
      ...createProjectionReads(connection),
    }),
    exclusions: guard(createExclusions(connection)),
    reports: guard(createReportReads(connection)),
    outbox: guard({ ...createOutbox(connection), ...createOutboxReads(connection) }),
    people: guard({
      ...createPeopleReads(connection, keys),
      erase: (runs) => erase({ pool, keys, url }, runs),
    }),
    retention: guard(createRetention(pool, keys, url)),
    sessions: guard(createSessions(pool)),
    users: guard(staff.users),
    userSessions: guard(staff.userSessions),
    accessTokens: guard(staff.accessTokens),
    savedViews: guard(staff.savedViews),
    handovers: guard(createHandovers(pool)),
    texts: guard(createTexts(pool)),
    operators: guard(createOperators(pool)),
    acknowledgements: guard(createAcknowledgements(pool)),
    archive: guard(createArchive(pool, url)),
    copy: guard(createCopy(pool, rangePositions)),
    partitions: guard(partitions),
    backup: () => Promise.reject(new StoreRefused(noBackup)),
    recordStaffChange: () => calls.run(() => recordStaffChange(pool)),
    ready: () => calls.run(async () => void (await Promise.all([probe(pool), appends.probe()]))),
  }
}

/**
 * Refuses a database whose log is missing events. One statement reads the last positions of all tables, so that an
 * append of another process is seen completely or not at all.
 */
async function refuseLostLog(pool: Pool, database: string): Promise<void> {
  const { rows } = await pool.query<LogEnds>(logEnds)
  refuseMissingEvents(database, rows[0]!)
}

const noBackup =
  'use the tools of PostgreSQL for backups: pg_dump for a copy, pg_basebackup with WAL archiving for point-in-time recovery'

/** Performs a real write, because only a write detects a full disk, a standby or a lock that is never released. */
async function probe(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO settings AS probe (name, value) VALUES ('probe', '1')
     ON CONFLICT (name) DO UPDATE SET value = probe.value::bigint + 1`,
  )
}
