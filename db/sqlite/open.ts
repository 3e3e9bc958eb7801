import { Worker } from 'node:worker_threads'
import type { Store } from '../store.ts'
import { toAppendRows } from '../append-rows.ts'
import { eraseWithoutTrace, expireInTurns, expireUploads, removeUploads } from './remove-personal.ts'
import { toEvent } from './event-row.ts'
import { toCommitRows, toRun } from './projection-rows.ts'
import type { ReaderOperations, ReaderOptions } from './reader-worker.ts'
import { type Calls, callWorker } from './worker-calls.ts'
import type { WriterOperations, WriterOptions } from './writer-worker.ts'

export interface SqliteStoreOptions {
  file: string
  /** 32 bytes. */
  piiKey: Uint8Array
  /** How long a call waits for another process's lock before it throws `StoreUnavailable`; 5 s by default. */
  busyTimeoutMs?: number
  /** For the service: refuses to open while another service has the file. Command-line tools open with false. */
  exclusive: boolean
  /** Largest size of the file in pages of 4 KB; as large as the disk allows by default. */
  maxPages?: number
}

/**
 * Opens, and where needed makes or migrates, the database. One writer and one reader, each on its own thread,
 * so that neither a commit nor a report blocks HTTP.
 * Throws `StoreRefused` when the file is in use by another service, has another key or a newer schema.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { file, piiKey, exclusive, busyTimeoutMs = 5000, maxPages } = options
  const writer = await startWorker<WriterOperations>('writer', {
    file,
    piiKey,
    exclusive,
    busyTimeoutMs,
    maxPages,
  } satisfies WriterOptions)
  const close = async (worker: typeof writer | typeof reader) => {
    await worker.call.close().catch(() => {})
    await worker.ended
  }
  const reader = await startWorker<ReaderOperations>('reader', {
    file,
    piiKey,
    busyTimeoutMs,
    checkpoints: exclusive,
  } satisfies ReaderOptions).catch(async (error: unknown) => {
    await close(writer)
    throw error
  })

  let closing: Promise<void> | undefined
  return {
    ...storeOver(writer.call, reader.call),
    // The reader first: the last connection folds the WAL into the file, and only the writer may.
    close: () => (closing ??= close(reader).then(() => close(writer))),
  }
}

const scripts = {
  writer: new URL('./writer-worker.ts', import.meta.url),
  reader: new URL('./reader-worker.ts', import.meta.url),
}

function startWorker<Operations>(what: 'writer' | 'reader', workerData: WriterOptions | ReaderOptions) {
  return callWorker<Operations>(new Worker(scripts[what], { workerData }), what)
}

function storeOver(writer: Calls<WriterOperations>, reader: Calls<ReaderOperations>): Omit<Store, 'close'> {
  async function sweep() {
    // In small steps, so that ingest commits in between.
    while (await writer.sweepGenerations());
  }
  let probing: Promise<void> | undefined
  return {
    log: {
      append: (request) => writer.append(toAppendRows(request)),
      read: async (after, limit) => (await reader.readLog(after, limit)).map(toEvent),
      readRun: async (runId, upTo) => (await reader.readRun(runId, upTo)).map(toEvent),
      readRuns: async (runIds, upTo) => (await reader.readRuns(runIds, upTo)).map(toEvent),
      find: async (key) => {
        const row = await reader.find(key)
        return row && toEvent(row)
      },
      head: reader.head,
      counters: reader.counters,
      rejections: reader.rejections,
    },
    vault: { read: reader.readVault },
    uploads: {
      begin: writer.beginUpload,
      add: writer.addPart,
      finish: writer.finishUpload,
      list: reader.uploadsOf,
      find: reader.findUpload,
      read: reader.readPart,
      remove: (ids) => removeUploads(writer, ids),
      expire: (until, limit) => expireUploads(writer, until, limit),
      keep: writer.keepUploads,
    },
    projections: {
      live: reader.liveGeneration,
      runs: async (generation, runIds) => (await reader.runs(generation, runIds)).map(toRun),
      orders: reader.orders,
      commit: (batch) => writer.commitProjection(toCommitRows(batch)),
      begin: async () => {
        const generation = await writer.beginGeneration()
        await sweep()
        return generation
      },
      switchTo: async (generation) => {
        const switched = await writer.switchGeneration(generation)
        if (switched) await sweep()
        return switched
      },
      silentRuns: async (before, limit) => (await reader.silentRuns(before, limit)).map(toRun),
      touchedRuns: async (query) => {
        const { runs, ...rest } = await reader.touchedRuns(query)
        return { ...rest, runs: runs.map(({ row, ...run }) => ({ ...run, row: toRun(row) })) }
      },
      newestDay: reader.newestDay,
      dump: async (generation) => {
        const { runs, ...rest } = await reader.dump(generation)
        return { runs: runs.map(toRun), ...rest }
      },
    },
    reports: {
      counts: reader.counts,
      runsOf: async (query) => {
        const { rows, ...page } = await reader.runsOf(query)
        return { ...page, rows: rows.map((row) => toRun(row)) }
      },
      live: reader.liveCounts,
      attribution: reader.attributionReport,
      attributionModels: reader.attributionModels,
      orders: reader.ordersReport,
    },
    deliveries: {
      beginAttempt: writer.beginAttempt,
      finishAttempt: writer.finishAttempt,
      get: reader.delivery,
      list: reader.listDeliveries,
      at: reader.deliveriesAt,
      countRetrying: reader.countRetrying,
      retry: writer.retryDeliveries,
      countByState: reader.countDeliveries,
      stop: writer.stopEndpoint,
      resume: writer.resumeEndpoint,
      stopped: reader.stoppedEndpoint,
    },
    queue: {
      put: writer.putJobs,
      claim: writer.claimJobs,
      done: writer.finishJob,
      depth: reader.queueDepth,
    },
    people: {
      findRuns: reader.findRuns,
      findOrder: reader.findOrder,
      deliveries: reader.deliveriesOf,
      erase: (runs) => eraseWithoutTrace(writer, runs),
    },
    retention: {
      expirePersonal: async (step) => {
        const { runIds, next } = await reader.expired(step)
        return { removed: await expireInTurns(writer, runIds, step), next }
      },
      expireRejected: writer.expireRejected,
    },
    copy: { export: reader.exportRows, import: writer.importRows },
    backup: reader.backup,
    ready: () => (probing ??= writer.probe().finally(() => (probing = undefined))),
  }
}
