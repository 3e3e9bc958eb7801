import { workerData } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import { type LogEnds, logEnds, refuseMissingEvents } from '../missing-events.ts'
import { createVaultCipher } from '../vault-cipher.ts'
import { createAppend } from './append.ts'
import { createCommitProjection } from './commit-projection.ts'
import { openWriter } from './connection.ts'
import { createImport } from './copy.ts'
import { createDeliveries } from './deliveries.ts'
import { createErase } from './erase.ts'
import { createGenerations } from './generations.ts'
import { freeLeases } from './free-leases.ts'
import type { Grouping } from './group-calls.ts'
import { createQueue } from './jobs.ts'
import { checkKey } from './key-check.ts'
import { refuseLostCommits } from './lost-commits.ts'
import { migrate } from './migrate.ts'
import { explainOpening, refuseDamage } from './refuse-opening.ts'
import { signServiceLock, takeServiceLock } from './service-lock.ts'
import { createUploads } from './uploads.ts'
import { answerCalls } from './worker-calls.ts'

export interface WriterOptions {
  file: string
  piiKey: Uint8Array
  busyTimeoutMs: number
  exclusive: boolean
  maxPages: number | undefined
}

function openOperations(options: WriterOptions) {
  const cipher = createVaultCipher(options.piiKey)
  const lock = options.exclusive ? takeServiceLock(options.file) : undefined
  if (lock) refuseLostCommits(options.file)
  const connection = openWriter(options.file, options)
  const { sqlite } = connection
  if (lock) refuseDamage(sqlite)
  migrate(sqlite)
  checkKey(sqlite, cipher.keyFingerprint)
  if (lock) {
    refuseMissingEvents(options.file, sqlite.prepare<[], LogEnds>(logEnds).get()!)
    signServiceLock(sqlite)
    freeLeases(sqlite)
  }
  // A real write: only that finds a full disk, a read-only file or a lock that is never freed.
  const probe = sqlite.prepare(
    `INSERT INTO settings (name, value) VALUES ('probe', '1')
     ON CONFLICT (name) DO UPDATE SET value = value + 1`,
  )

  const operations = {
    append: createAppend(connection, cipher),
    commitProjection: createCommitProjection(connection),
    ...createGenerations(connection),
    ...createDeliveries(connection),
    ...createQueue(sqlite),
    ...createErase(connection),
    ...createImport(sqlite),
    ...createUploads(connection, cipher),
    probe: () => void probe.run(),
    close() {
      sqlite.close()
      lock?.release()
    },
  }
  return { operations, grouping: groupSmallWrites(sqlite) }
}

/** Those of the queue and of deliveries; an append is a group already, and a projection would keep the others waiting. */
const smallWrites = ['beginAttempt', 'finishAttempt', 'claimJobs', 'finishJob', 'putJobs'] as const

function groupSmallWrites(sqlite: Database.Database): Grouping {
  const transaction = sqlite.transaction((calls: () => void) => calls())
  return {
    names: new Set<keyof WriterOperations>(smallWrites),
    // A call's own transaction becomes a savepoint in it, so one that fails takes back only its own.
    together: (calls) => transaction.immediate(calls),
    intact: () => sqlite.inTransaction,
  }
}

export type WriterOperations = ReturnType<typeof openOperations>['operations']

const options = workerData as WriterOptions
answerCalls(() => explainOpening(options.file, () => openOperations(options)))
