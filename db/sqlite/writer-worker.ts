import { workerData } from 'node:worker_threads'
import { createVaultCipher } from '../vault-cipher.ts'
import { createAppend } from './append.ts'
import { createCommitProjection } from './commit-projection.ts'
import { openWriter } from './connection.ts'
import { createDeliveries } from './deliveries.ts'
import { createErase } from './erase.ts'
import { createGenerations } from './generations.ts'
import { createQueue } from './jobs.ts'
import { checkKey } from './key-check.ts'
import { refuseLostCommits } from './lost-commits.ts'
import { migrate } from './migrate.ts'
import { explainOpening, refuseDamage } from './refuse-opening.ts'
import { signServiceLock, takeServiceLock } from './service-lock.ts'
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
  if (lock) signServiceLock(sqlite)
  // A real write: only that finds a full disk, a read-only file or a lock that is never freed.
  const probe = sqlite.prepare(
    `INSERT INTO settings (name, value) VALUES ('probe', '1')
     ON CONFLICT (name) DO UPDATE SET value = value + 1`,
  )

  return {
    append: createAppend(connection, cipher),
    commitProjection: createCommitProjection(connection),
    ...createGenerations(connection),
    ...createDeliveries(connection),
    ...createQueue(sqlite),
    ...createErase(connection),
    probe: () => void probe.run(),
    close() {
      sqlite.close()
      lock?.release()
    },
  }
}

export type WriterOperations = ReturnType<typeof openOperations>

const options = workerData as WriterOptions
answerCalls(() => explainOpening(options.file, () => openOperations(options)))
