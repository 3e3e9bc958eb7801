import { workerData } from 'node:worker_threads'
import { createVaultCipher } from '../vault-cipher.ts'
import { copyDatabase } from './backup.ts'
import { createCheckpointAhead } from './checkpoint-ahead.ts'
import { openReader } from './connection.ts'
import { createExport } from './copy.ts'
import { createDeliveryReads } from './read-deliveries.ts'
import { createLogReads } from './read-log.ts'
import { createPeopleReads } from './read-people.ts'
import { createDump, createProjectionReads } from './read-projections.ts'
import { createReportReads } from './read-reports.ts'
import { createUploadReads } from './read-uploads.ts'
import { createVaultReads } from './read-vault.ts'
import { answerCalls } from './worker-calls.ts'

export interface ReaderOptions {
  file: string
  piiKey: Uint8Array
  busyTimeoutMs: number
  /** For the service, which writes all the time; a command-line tool leaves the WAL to it. */
  checkpoints: boolean
}

/** Between two looks at the WAL; under load it grows by 400 pages meanwhile. */
const checkpointEveryMs = 100

// Every call reads what was last committed, also by other processes: no transaction outlives a call.
function openOperations(options: ReaderOptions) {
  const connection = openReader(options.file, options)
  const cipher = createVaultCipher(options.piiKey)
  const endCheckpoints = options.checkpoints ? startCheckpoints(options.file) : undefined
  return {
    ...createLogReads(connection),
    ...createVaultReads(connection, cipher),
    ...createUploadReads(connection, cipher),
    ...createProjectionReads(connection),
    ...createDump(connection),
    ...createReportReads(connection),
    ...createDeliveryReads(connection),
    ...createPeopleReads(connection, cipher),
    ...createExport(connection.sqlite),
    backup: (file: string) => copyDatabase(options.file, file),
    close() {
      endCheckpoints?.()
      connection.sqlite.close()
    },
  }
}

// Here, because a report may wait a few ms, and no call of this connection is under way while the timer runs.
function startCheckpoints(file: string): () => void {
  const ahead = createCheckpointAhead(file)
  const timer = setInterval(ahead.run, checkpointEveryMs)
  return () => {
    clearInterval(timer)
    ahead.close()
  }
}

export type ReaderOperations = ReturnType<typeof openOperations>

answerCalls(() => ({ operations: openOperations(workerData as ReaderOptions) }))
