import type { Pool } from 'pg'
import { type Store, StoreRefused } from '../store.ts'
import { type LogEnds, logEnds, refuseMissingEvents } from '../missing-events.ts'
import type { Queue } from '../queue.ts'
import { type VaultCipher, createVaultCipher } from '../vault-cipher.ts'
import { createAppendThread } from './append-thread.ts'
import { createCalls } from './calls.ts'
import { createCommitProjection } from './commit-projection.ts'
import { type Connection, openConnection } from './connection.ts'
import { createCopy } from './copy.ts'
import { databaseName } from './database-name.ts'
import { createDeliveries } from './deliveries.ts'
import { erase } from './erase.ts'
import { createGenerations } from './generations.ts'
import { checkKey } from './key-check.ts'
import { migrate } from './migrate.ts'
import { openQueue } from './queue.ts'
import { createDeliveryReads } from './read-deliveries.ts'
import { createLogReads } from './read-log.ts'
import { createPeopleReads } from './read-people.ts'
import { createDump, createProjectionReads } from './read-projections.ts'
import { createReportReads } from './read-reports.ts'
import { createUploadReads } from './read-uploads.ts'
import { createVaultReads } from './read-vault.ts'
import { explainOpening, refuseEncoding } from './refuse-opening.ts'
import { createRetention } from './retention.ts'
import { createUploads } from './uploads.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database` */
  url: string
  /** 32 bytes. */
  piiKey: Uint8Array
  /** For the service: brings back jobs whose process is gone. Command-line tools open with false. */
  supervise: boolean
  /** How often that is looked at; 10 s by default. */
  superviseSeconds?: number
  /** Told what goes wrong in the background; it goes on by itself. */
  onError?: (error: unknown) => void
  /** Told for how many seconds each append held the lock that all appends, of all processes, wait for. */
  onLockHeld?: (seconds: number) => void
  /** How long a call waits for a connection or another session's lock before it throws `StoreUnavailable`; 5 s by default. */
  lockTimeoutMs?: number
  /** How long a statement may take before it throws `StoreUnavailable`; 30 s by default. */
  statementTimeoutMs?: number
  /** Connections at most, beside two for appends and one a lead; 8 by default. */
  connections?: number
}

/** One appends while the next one waits for the lock. */
const appendConnections = 2

/**
 * Opens, and where needed migrates, the database; any number of processes may have it open at once.
 * Throws `StoreRefused` when it has another key, a newer schema or another encoding, or does not admit the user, and
 * `StoreUnavailable` when it cannot be reached.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, piiKey, supervise, superviseSeconds, onError = () => {}, onLockHeld = () => {} } = options
  const { lockTimeoutMs = 5000, statementTimeoutMs = 30_000, connections = 8 } = options
  const cipher = createVaultCipher(piiKey)
  const database = databaseName(url)
  const reach = { url, lockTimeoutMs, statementTimeoutMs }
  const connection = openConnection({ ...reach, connections })
  const appends = createAppendThread({ ...reach, connections: appendConnections, piiKey }, onLockHeld)
  const { pool } = connection
  const disconnect = async () => void (await Promise.all([pool.end(), appends.end()]))
  try {
    return await explainOpening(database, async () => {
      await refuseEncoding(pool, database)
      await migrate(url)
      await checkKey(pool, database, cipher.keyFingerprint)
      if (supervise) await refuseLostLog(pool, database)
      const { queue, close } = await openQueue({ pool, supervise, superviseSeconds, onError })
      const calls = createCalls()
      if (supervise) appends.start()
      let closing: Promise<void> | undefined
      return {
        ...storeOver({ connection, appends, cipher, url, queue, calls }),
        close: () => (closing ??= calls.end().then(close).then(disconnect)),
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
  cipher: VaultCipher
  url: string
  queue: Queue
  calls: ReturnType<typeof createCalls>
}

function storeOver(parts: Parts): Omit<Store, 'close'> {
  const { connection, appends, cipher, url, queue, calls } = parts
  const { pool } = connection
  const { guard } = calls
  let probing: Promise<void> | undefined
  return {
    log: guard({ append: appends.append, ...createLogReads(pool) }),
    vault: guard(createVaultReads(pool, cipher)),
    uploads: guard({ ...createUploads(connection, cipher), ...createUploadReads(pool, cipher) }),
    projections: guard({
      commit: createCommitProjection(connection),
      ...createGenerations(connection),
      ...createProjectionReads(connection),
      ...createDump(connection),
    }),
    reports: guard(createReportReads(connection)),
    deliveries: guard({ ...createDeliveries(connection), ...createDeliveryReads(connection) }),
    queue: guard(queue),
    people: guard({
      ...createPeopleReads(connection, cipher),
      erase: (runs) => erase(pool, url, runs),
    }),
    retention: guard(createRetention(pool)),
    copy: guard(createCopy(pool)),
    backup: () => Promise.reject(new StoreRefused(noBackup)),
    ready: () => (probing ??= calls.run(() => probe(pool)).finally(() => (probing = undefined))),
  }
}

/** In one statement, so that what others append meanwhile is seen whole or not at all. */
async function refuseLostLog(pool: Pool, database: string): Promise<void> {
  const { rows } = await pool.query<LogEnds>(logEnds)
  refuseMissingEvents(database, rows[0]!)
}

/** A copy made by PostgreSQL's own tools can be brought up to the minute; one made here could not. */
const noBackup =
  'PostgreSQL is backed up by its own tools: pg_dump for a copy, pg_basebackup with an archive of the WAL for a copy that is up to the minute'

/** A real write: only that finds a full disk, a standby or a lock that is never freed. */
async function probe(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO settings AS probe (name, value) VALUES ('probe', '1')
     ON CONFLICT (name) DO UPDATE SET value = probe.value::bigint + 1`,
  )
}
