import { toAppendRows } from '#db/ports/append-rows.ts'
import type { EventLog, Vault } from '#db/ports/event-log.ts'
import type { ExclusionStore } from '#db/ports/exclusion-store.ts'
import type { OperationalLog, OperationalQuery } from '#db/ports/operational-log.ts'
import type { ProjectionStore } from '#db/ports/projection-store.ts'
import type { ReportStore } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { UploadStore } from '#db/ports/upload-store.ts'
import type { OperationalEventType } from '#domain/operations/operational-event.ts'
import { expandCounts } from '#db/reads/reports/read-counts.ts'
import { type OperationalRow, toOperationalEvent } from '#db/reads/log/read-operational-events.ts'
import { toEvent, valuesToEvent } from '#db/sqlite/log/event-row.ts'
import type { BackgroundCheck } from '#db/sqlite/damage/background-check.ts'
import { toChangeText, toCommitRows, toRun } from '#db/sqlite/projections/projection-rows.ts'
import type { ReaderPorts } from '#db/sqlite/worker/reader-worker.ts'
import { archiveInSteps } from '#db/sqlite/worker/archive-steps.ts'
import { eraseInSteps, expireInSteps } from '#db/sqlite/worker/erase-in-steps.ts'
import { createWalTruncation } from '#db/sqlite/worker/truncate-wal.ts'
import { type UploadSteps, createUploadSteps } from '#db/sqlite/worker/upload-steps.ts'
import type { WriterPorts } from '#db/sqlite/worker/writer-worker.ts'
import type { Calls } from '#db/worker/protocol.ts'

export interface Threads {
  writer: Calls<WriterPorts>
  reader: Calls<ReaderPorts>
  /** The check for damage that prevents truncating the WAL while it is running. */
  check?: BackgroundCheck | undefined
}

/**
 * Implements the interfaces of a store with calls to its writer thread and its reader thread. JSON columns are sent
 * between the threads as text and parsed here, because text is far cheaper to clone than nested objects.
 */
export function storeOverThreads(threads: Threads): Omit<Store, 'now' | 'lost' | 'close'> {
  const { writer, reader, check } = threads
  const uploads = createUploadSteps(writer)
  const steps = { writer, uploads, wal: createWalTruncation(writer, check) }
  return {
    log: eventLog(threads),
    rejections: reader.rejections,
    operations: operationalLog(threads),
    vault: vault(threads),
    uploads: uploadStore(threads, uploads),
    documents: { ...writer.documents, ...reader.documents },
    projections: projectionStore(threads),
    exclusions: exclusionStore(threads),
    reports: reportStore(threads),
    outbox: { ...writer.outbox, ...reader.outbox },
    people: { ...reader.people, erase: (runs) => eraseInSteps(steps, runs) },
    retention: {
      expirePersonal: (step) => expireInSteps({ ...steps, reader }, step),
      expireRejected: async (until, limit) => {
        const { removed, destroyed } = await writer.retention.expireRejected(until, limit)
        if (destroyed > 0) steps.wal.soon()
        return removed
      },
    },
    sessions: { ...writer.sessions, ...reader.sessions },
    users: { ...writer.users, ...reader.users },
    userSessions: { ...writer.userSessions, ...reader.userSessions },
    accessTokens: { ...writer.accessTokens, ...reader.accessTokens },
    savedViews: { ...writer.savedViews, ...reader.savedViews },
    handovers: { ...writer.handovers, ...reader.handovers },
    texts: { ...writer.texts, ...reader.texts },
    operators: { ...writer.operators, ...reader.operators },
    acknowledgements: writer.acknowledgements,
    archive: { ...reader.archive, archive: archiveInSteps(writer) },
    copy: { ...reader.copy, ...writer.copy },
    backup: reader.store.backup,
    ready: async () => void (await Promise.all([writer.store.probe(), reader.store.probe()])),
  }
}

function eventLog({ writer, reader: { log } }: Threads): EventLog {
  return {
    ...log,
    append: (request) => writer.log.append(toAppendRows(request)),
    read: async (after, limit) => (await log.read(after, limit)).map(valuesToEvent),
    readRun: async (runId, upTo) => (await log.readRun(runId, upTo)).map(valuesToEvent),
    readRuns: async (query) => (await log.readRuns(query)).map(valuesToEvent),
    readOrder: async (runId) => (await log.readOrder(runId)).map(toEvent),
    firstStart: async (runId) => {
      const row = await log.firstStart(runId)
      const start = row && toEvent(row)
      return start?.type === 'start' ? start : undefined
    },
    lastOfRun: async (runId) => {
      const row = await log.lastOfRun(runId)
      return row && toEvent(row)
    },
    find: async (key) => {
      const row = await log.find(key)
      return row && toEvent(row)
    },
  }
}

function vault({ reader }: Threads): Vault {
  return {
    ...reader.vault,
    // Both calls are sent in one message, and the thread runs them in this order.
    readWithEvents: async (runId, upTo) => {
      const reads = [reader.vault.read(runId, upTo), reader.log.readRun(runId)] as const
      const [personal, rows] = await Promise.all(reads)
      return { personal, events: rows.map(valuesToEvent) }
    },
  }
}

function operationalLog({ writer, reader }: Threads): OperationalLog {
  return {
    append: writer.operations.append,
    appendAll: writer.operations.appendAll,
    read: async <Type extends OperationalEventType>(query: OperationalQuery<Type>) => {
      const rows = (await reader.operations.read(query)) as OperationalRow<Type>[]
      return rows
        .map((row) => toOperationalEvent({ ...row, data: JSON.parse(row.data as string) }))
        .toReversed()
    },
  }
}

function uploadStore(
  { writer, reader }: Threads,
  { begin, remove, expire, settleKept }: UploadSteps,
): UploadStore {
  const { add, finish, keep } = writer.uploads
  return { ...reader.uploads, add, finish, keep, begin, remove, expire, settleKept }
}

function projectionStore({ writer, reader }: Threads): ProjectionStore {
  const { projections } = reader
  // Deletes the rows of removed generations in small steps, so that appends can commit between the steps.
  async function sweep(): Promise<void> {
    while (await writer.projections.sweep());
  }
  return {
    ...projections,
    runs: async (generation, runIds) => (await projections.runs(generation, runIds)).map(toRun),
    commit: (batch) => writer.projections.commit(toCommitRows(batch)),
    begin: async () => {
      const generation = await writer.projections.begin()
      await sweep()
      return generation
    },
    switchTo: async (generation) => {
      const switched = await writer.projections.switchTo(generation)
      if (switched) await sweep()
      return switched
    },
    archivedStates: async (runIds) =>
      (await projections.archivedStates(runIds)).map(({ runId, state }) => ({
        runId,
        state: JSON.parse(state) as unknown,
      })),
    silentRuns: async (...query) => (await projections.silentRuns(...query)).map(toRun),
    dump: async (generation) => {
      const { runs, ...rest } = await projections.dump(generation)
      return { runs: runs.map(toRun), ...rest }
    },
  }
}

function exclusionStore({ writer, reader }: Threads): ExclusionStore {
  const { exclude, include } = writer.exclusions
  return {
    ...reader.exclusions,
    exclude: (exclusion, changes) => exclude(exclusion, changes.map(toChangeText)),
    include: (runId, changes, pending) => include(runId, changes.map(toChangeText), pending),
  }
}

function reportStore({ reader: { reports } }: Threads): ReportStore {
  return {
    ...reports,
    counts: async (query) => expandCounts(await reports.counts(query)),
    runsOf: async (query) => {
      const { rows, ...page } = await reports.runsOf(query)
      return { ...page, rows: rows.map((row) => toRun(row)) }
    },
  }
}
