import { workerData } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import { type DataKeys, createDataKeys } from '#db/keys/data-keys.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { type LogEnds, logEnds, refuseMissingEvents } from '#db/reads/missing-events.ts'
import { type Connection, openWriter } from '#db/sqlite/connection/connection.ts'
import { toStoreError } from '#db/sqlite/connection/failure.ts'
import { checkKey } from '#db/sqlite/connection/key-check.ts'
import { refuseLostCommits } from '#db/sqlite/connection/lost-commits.ts'
import { migrate, needsMigration } from '#db/sqlite/connection/migrate.ts'
import { refuseOthers } from '#db/sqlite/connection/refuse-others.ts'
import { resealValues } from '#db/sqlite/keys/reseal-values.ts'
import { explainOpening } from '#db/sqlite/connection/refuse-opening.ts'
import { signServiceLock, takeServiceLock } from '#db/sqlite/connection/service-lock.ts'
import { createImport } from '#db/sqlite/copy.ts'
import { refuseDamage } from '#db/sqlite/damage/refuse-damage.ts'
import { createAppend } from '#db/sqlite/log/append.ts'
import { createArchiveWrites } from '#db/sqlite/log/archive.ts'
import { createOperationalAppend } from '#db/sqlite/operations/operational-log.ts'
import { createAcknowledgements } from '#db/sqlite/outbox/acknowledgements.ts'
import { freeLeases } from '#db/sqlite/outbox/attempts.ts'
import { createOutbox } from '#db/sqlite/outbox/outbox.ts'
import { createErase } from '#db/sqlite/people/erase.ts'
import { createExpire } from '#db/sqlite/people/expire.ts'
import { createExpireRejected } from '#db/sqlite/people/expire-rejected.ts'
import { createCommitProjection } from '#db/sqlite/projections/commit-projection.ts'
import { createExclusions } from '#db/sqlite/projections/exclusions.ts'
import { createGenerations } from '#db/sqlite/projections/generations.ts'
import { createOperatorWrites } from '#db/sqlite/operators.ts'
import { createHandovers } from '#db/sqlite/handovers.ts'
import { createSessions } from '#db/sqlite/sessions.ts'
import { createStaffWrites } from '#db/sqlite/staff.ts'
import { createTexts } from '#db/sqlite/texts.ts'
import { createDocuments } from '#db/sqlite/documents/documents.ts'
import { createUploads } from '#db/sqlite/uploads/uploads.ts'
import type { Grouping } from '#db/worker/group-calls.ts'
import type { MethodName } from '#db/worker/protocol.ts'
import { serveCalls } from '#db/worker/serve-calls.ts'

export interface WriterOptions {
  file: string
  piiKey: Uint8Array
  busyTimeoutMs: number
  exclusive: boolean
  maxPages: number | undefined
  /** Maximum size in bytes of a database that is checked for damage before it is opened. */
  maxBytesCheckedAtStart: number
}

export type WriterPorts = ReturnType<typeof createPorts>

function createPorts(connection: Connection, keys: DataKeys) {
  const { sqlite } = connection
  // The health check writes to the database, because only a write detects a full disk, a read-only file or a lock that
  // is never freed.
  const probe = sqlite.prepare(
    `INSERT INTO settings (name, value) VALUES ('probe', '1')
     ON CONFLICT (name) DO UPDATE SET value = value + 1`,
  )
  return {
    log: { append: createAppend(connection, keys) },
    archive: createArchiveWrites(connection),
    operations: createOperationalAppend(connection),
    ...createPersonalPorts(connection, keys),
    ...createProjectedPorts(connection),
    ...createOutboxPorts(connection),
    sessions: createSessions(sqlite),
    ...createStaffWrites(connection),
    handovers: createHandovers(sqlite),
    texts: createTexts(sqlite),
    operators: createOperatorWrites(connection),
    copy: createImport(sqlite),
    store: { probe: () => void probe.run() },
  }
}

function createPersonalPorts(connection: Connection, keys: DataKeys) {
  const uploads = createUploads(connection, keys)
  const documents = createDocuments(connection, keys)
  const { truncateWal, ...people } = createErase(connection, keys)
  return {
    uploads: {
      begin: uploads.beginUpload,
      add: uploads.addPart,
      finish: uploads.finishUpload,
      keep: uploads.keepUploads,
      settleKept: uploads.settleKept,
      mark: uploads.markUploads,
      markExpired: uploads.markExpiredUploads,
      removeMarked: uploads.removeMarkedUploads,
    },
    documents: { freeze: documents.freezeDocument, remove: documents.removeDocuments },
    people,
    wal: { truncate: truncateWal },
    retention: { ...createExpire(connection, keys), expireRejected: createExpireRejected(connection, keys) },
  }
}

function createProjectedPorts(connection: Connection) {
  const generations = createGenerations(connection)
  const exclusions = createExclusions(connection)
  return {
    projections: {
      commit: createCommitProjection(connection),
      begin: generations.beginGeneration,
      switchTo: generations.switchGeneration,
      sweep: generations.sweepGenerations,
    },
    exclusions: { exclude: exclusions.excludeRun, include: exclusions.includeRun },
  }
}

function createOutboxPorts(connection: Connection) {
  const acknowledgements = createAcknowledgements(connection.sqlite)
  return {
    outbox: createOutbox(connection),
    acknowledgements: {
      reserve: acknowledgements.reserveSlot,
      expire: acknowledgements.expireSlots,
    },
  }
}

/**
 * Methods that may share a commit. Appends are not included, because each append is already a batch. Projections are
 * not included, because they would delay the other calls.
 */
const grouped = [
  'outbox.claimDue',
  'outbox.finish',
  'outbox.postpone',
  'outbox.enqueue',
] as const satisfies MethodName<WriterPorts>[]

function groupSmallWrites(sqlite: Database.Database): Grouping {
  const transaction = sqlite.transaction((calls: () => void) => calls())
  return {
    methods: new Set(grouped),
    // The transaction of each call becomes a savepoint within the shared one. A failing call therefore rolls back only
    // its own changes.
    transaction: (calls) => transaction.immediate(calls),
    isIntact: () => sqlite.inTransaction,
  }
}

function open(options: WriterOptions) {
  const { file } = options
  const keys = createDataKeys(options.piiKey)
  const lock = options.exclusive ? takeServiceLock(file) : undefined
  if (lock) refuseLostCommits(file)
  const connection = openWriter(file, options)
  const { sqlite } = connection
  if (lock) refuseDamage(sqlite, { maxBytes: options.maxBytesCheckedAtStart, force: needsMigration(sqlite) })
  migrateData(sqlite, keys, options)
  checkKey(sqlite, keys.keyFingerprint)
  if (lock) {
    refuseMissingEvents(file, sqlite.prepare<[], LogEnds>(logEnds).get()!)
    signServiceLock(sqlite)
    freeLeases(sqlite)
  }
  const close = () => {
    sqlite.close()
    lock?.release()
  }
  const ports = createPorts(connection, keys)
  return { ports, close, grouping: groupSmallWrites(sqlite) }
}

/**
 * Migrates the database. During the migration to data keys, no service of an earlier version may run. The migrating
 * process must therefore hold the service lock. A service already holds it; a command-line tool takes it here.
 */
function migrateData(sqlite: Database.Database, keys: DataKeys, { file, piiKey, exclusive }: WriterOptions) {
  let lock: { release: () => void } | undefined
  try {
    migrate(sqlite, {
      prepare() {
        checkKey(sqlite, keys.keyFingerprint)
        if (!exclusive) lock = takeServiceLock(file)
        refuseOthers(sqlite)
      },
      reseal: () => resealValues({ sqlite }, { before: createVaultCipher(piiKey), keys }),
    })
  } finally {
    lock?.release()
  }
}

serveCalls(() => {
  const options = workerData as WriterOptions
  return explainOpening(options.file, () => open(options))
}, toStoreError)
