import { workerData } from 'node:worker_threads'
import { type DataKeys, createDataKeys } from '#db/keys/data-keys.ts'
import { copyDatabase } from '#db/sqlite/backup.ts'
import { createCheckpointAhead } from '#db/sqlite/connection/checkpoint-ahead.ts'
import { type Connection, openReader } from '#db/sqlite/connection/connection.ts'
import { toStoreError } from '#db/sqlite/connection/failure.ts'
import { createExport } from '#db/sqlite/copy.ts'
import { createArchiveReads } from '#db/sqlite/log/archive.ts'
import { createRejectionReads } from '#db/sqlite/log/read-rejections.ts'
import { createLogReads } from '#db/sqlite/log/read-log.ts'
import { createOperationalReads } from '#db/sqlite/operations/operational-log.ts'
import { createOutboxReads } from '#db/sqlite/outbox/read-outbox.ts'
import { createDueReads } from '#db/sqlite/people/find-due.ts'
import { createPeopleReads } from '#db/sqlite/people/read-people.ts'
import { createVaultReads } from '#db/sqlite/people/read-vault.ts'
import { createExclusionReads } from '#db/sqlite/projections/exclusions.ts'
import { createProjectionReads } from '#db/sqlite/projections/read-projections.ts'
import { createReportReads } from '#db/sqlite/reports/read-reports.ts'
import { createOperatorReads } from '#db/sqlite/operators.ts'
import { createHandoverReads } from '#db/sqlite/handovers.ts'
import { createSessionReads } from '#db/sqlite/sessions.ts'
import { createStaffReads } from '#db/sqlite/staff.ts'
import { createTextReads } from '#db/sqlite/texts.ts'
import { createDocumentReads } from '#db/sqlite/documents/documents.ts'
import { createUploadReads } from '#db/sqlite/uploads/read-uploads.ts'
import { serveCalls } from '#db/worker/serve-calls.ts'

export interface ReaderOptions {
  file: string
  piiKey: Uint8Array
  busyTimeoutMs: number
  /**
   * True in the service, in which this thread checkpoints the WAL regularly. Command-line tools leave checkpoints to
   * the service.
   */
  checkpoints: boolean
  /** Number of positions per archived range. */
  rangePositions: number
}

export type ReaderPorts = ReturnType<typeof createPorts>

/**
 * Creates the reading methods of the store. Each call sees the latest commit of any process, because no read
 * transaction stays open from one call to the next.
 */
function createPorts(connection: Connection, { file, piiKey, rangePositions }: ReaderOptions) {
  const { sqlite } = connection
  const keys = createDataKeys(piiKey)
  const probe = sqlite.prepare('SELECT name FROM settings LIMIT 1')
  return {
    log: createLogReads(connection),
    archive: createArchiveReads(connection, rangePositions),
    rejections: createRejectionReads(connection, keys),
    operations: createOperationalReads(connection),
    ...createPersonalPorts(connection, keys),
    ...createProjectedPorts(connection),
    outbox: createOutboxReads(connection),
    sessions: createSessionReads(sqlite),
    ...createStaffReads(connection),
    handovers: createHandoverReads(sqlite),
    texts: createTextReads(sqlite),
    operators: createOperatorReads(connection),
    copy: createExport(sqlite),
    store: {
      probe: () => void probe.get(),
      backup: (target: string) => copyDatabase(file, target),
    },
  }
}

function createPersonalPorts(connection: Connection, keys: DataKeys) {
  const vault = createVaultReads(connection, keys)
  const uploads = createUploadReads(connection, keys)
  const documents = createDocumentReads(connection, keys)
  const people = createPeopleReads(connection, keys)
  return {
    vault: { read: vault.readVault, readAt: vault.readVaultAt, readPage: vault.readVaultPage },
    uploads: {
      list: uploads.uploadsOf,
      find: uploads.findUpload,
      read: uploads.readPart,
      unkeptBytes: uploads.unkeptBytes,
    },
    documents: { list: documents.listDocuments, read: documents.readDocument },
    people: {
      findRuns: people.findRuns,
      findOrderedRuns: people.findOrderedRuns,
      searchOrders: people.searchOrders,
      findOrder: people.findOrder,
      messages: people.messagesOf,
    },
    retention: createDueReads(connection),
  }
}

function createProjectedPorts(connection: Connection) {
  const reports = createReportReads(connection)
  const exclusions = createExclusionReads(connection)
  const { liveGeneration, reportKeys, ...projections } = createProjectionReads(connection)
  return {
    projections: { ...projections, live: liveGeneration, keys: reportKeys },
    exclusions: {
      find: exclusions.findExclusion,
      among: exclusions.excludedAmong,
      count: exclusions.countExclusions,
    },
    reports: {
      counts: reports.counts,
      runsOf: reports.runsOf,
      live: reports.liveCounts,
      attribution: reports.attributionReport,
      attributionModels: reports.attributionModels,
      orderTimes: reports.orderTimes,
      orders: reports.ordersReport,
      orderNumbers: reports.orderNumbers,
    },
  }
}

/** Interval between checkpoints in ms. Under load the WAL grows by 400 pages in this time. */
const checkpointEveryMs = 100

/**
 * Starts regular checkpoints on the reader thread and returns a function that stops them. A checkpoint delays a report
 * by a few ms, which is acceptable. The timer never fires during a call.
 */
function startCheckpoints(file: string): () => void {
  const ahead = createCheckpointAhead(file)
  const timer = setInterval(ahead.run, checkpointEveryMs)
  return () => {
    clearInterval(timer)
    ahead.close()
  }
}

serveCalls(() => {
  const options = workerData as ReaderOptions
  const connection = openReader(options.file, options)
  const ports = createPorts(connection, options)
  const endCheckpoints = options.checkpoints ? startCheckpoints(options.file) : undefined
  const close = () => {
    endCheckpoints?.()
    connection.sqlite.close()
  }
  return { ports, close }
}, toStoreError)
