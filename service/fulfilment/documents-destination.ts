import type { EventRow } from '#db/ports/outbox-store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { documentSchedule } from '#domain/outbox/document-schedule.ts'
import type { Destination } from '#service/outbox/destination.ts'
import { type FoundOrder, findOrderOfRun } from '#service/orders/find-order.ts'
import { type DocumentSettings, prepareDocuments } from './prepare-documents.ts'

interface Task {
  event: StoredEvent
  found: FoundOrder
}

export interface DocumentsDestination extends DocumentSettings {
  /** Called after events were stored, so that the projections enqueue the e-mails with the documents at once. */
  onCommit: () => void
}

/**
 * Returns the internal destination that prepares the documents of orders: it gives invoices their numbers, typesets the
 * documents and freezes them. A message that is delivered twice, for example after a crash, changes nothing.
 */
export function createDocumentsDestination(settings: DocumentsDestination): Destination<Task> {
  const { store, onCommit } = settings
  return {
    name: 'documents',
    label: 'document',
    schedule: documentSchedule,
    timeoutMs: 45_000,
    concurrency: 2,

    async prepare(row) {
      const { runId, position } = row as EventRow
      const found = await findOrderOfRun(store.log, runId)
      const event = found?.events.find((one) => one.position === position)
      if (!found || !event) return { kind: 'impossible', code: 'dead', reason: 'its order does not exist' }
      return { kind: 'ready', message: { event, found } }
    },

    async send({ event, found }) {
      const prepared = await prepareDocuments(event, found, settings)
      onCommit()
      if (prepared.code === 'failed') {
        const code = prepared.canRetry ? 'retry' : 'dead'
        return { code, status: null, error: prepared.reason, retryAfter: null }
      }
      const error = prepared.code === 'unneeded' ? `nothing prepared: ${prepared.reason}` : null
      return { code: 'delivered', status: null, error, retryAfter: null }
    },
  }
}
