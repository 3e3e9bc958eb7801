import { createHash } from 'node:crypto'
import type { DocumentFacts, DocumentKey } from '#db/ports/document-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { TypesetResult } from '#service/documents/typesetter.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { appendServiceEvents, serviceEvent } from '#service/orders/service-events.ts'

type TypesetFailure = Exclude<TypesetResult, { code: 'typeset' }>

export type Frozen = { code: 'frozen'; facts: DocumentFacts } | { code: 'gone' } | TypesetFailure

interface FreezeOptions {
  kind: DocumentKey['kind']
  version?: number
  /** Typesets the document. Called only if it is not frozen yet. */
  typeset: () => Promise<TypesetResult>
  /** ms since the epoch */
  now: number
}

/**
 * Freezes a document of an order and appends `prepared` with its SHA-256. What is e-mailed or posted are the frozen
 * bytes, so every retry sends the same. Safe to repeat after a crash at any point: the first frozen bytes win, and there
 * is one `prepared` per document. Returns `gone` if the order's data was erased, and the failure of `typeset`.
 */
export async function freezeDocument(
  store: Pick<Store, 'log' | 'documents'>,
  { order, complete, events }: Pick<FoundOrder, 'order' | 'complete' | 'events'>,
  { kind, version = 1, typeset, now }: FreezeOptions,
): Promise<Frozen> {
  const { runId } = order
  const frozen = (await store.documents.list(runId)).find(
    (one) => one.kind === kind && one.version === version,
  )
  const facts = frozen ?? (await makeDocument(store, { runId, kind, version }, { typeset, now }))
  if (facts === 'gone') return { code: 'gone' }
  if ('code' in facts) return facts
  const isPrepared = events.some(
    ({ type, data }) => type === 'prepared' && data.document === kind && data.version === version,
  )
  if (!isPrepared) {
    const { sha256, pages, template } = facts
    const data = { orderId: order.id, document: kind, version, sha256, pages, template }
    const cause = `${order.id}:${kind}:${version}`
    await appendServiceEvents(store.log, [serviceEvent('prepared', cause, data, complete, now)])
  }
  return { code: 'frozen', facts }
}

async function makeDocument(
  store: Pick<Store, 'documents'>,
  key: DocumentKey,
  { typeset, now }: Pick<FreezeOptions, 'typeset' | 'now'>,
): Promise<DocumentFacts | 'gone' | TypesetFailure> {
  const made = await typeset()
  if (made.code !== 'typeset') return made
  const { pdf, pages, template } = made
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  return store.documents.freeze({ ...key, sha256, pages, template, frozenAt: now, content: pdf })
}
