import { isServiceEvent } from '#domain/events/stored-event.ts'
import { classOfEvent } from '#domain/retention/data-class.ts'
import { nameWords } from '#domain/orders/name-words.ts'
import type { AppendRequest, NewEvent, RejectedContent, Rejection } from './event-log.ts'
import type { NewEventRow } from './new-event-row.ts'

export interface AppendRows {
  rows: NewEventRow[]
  rejected: Rejection[]
  dedupeWindowMs: number
  now: number | undefined
}

export function toAppendRows({ events, rejected = [], dedupeWindowMs = 0, now }: AppendRequest): AppendRows {
  const rowOf = rowMaker()
  const rows = events.map((event) => ('bytes' in event ? event : rowOf(event)))
  return { rejected, dedupeWindowMs, now, rows }
}

/** Returns a function that converts the events of a request to rows. */
export function rowMaker(): (event: NewEvent) => NewEventRow {
  const metaOf = jsonOnce()
  return (event) => toRow(event, metaOf)
}

/** Approximate size in bytes of the row that is stored instead of an event: the id of a duplicate, or a rejection. */
export const unstoredBytes = 100

/** Returns the size of a rejection's row in bytes. */
export function sizeOfRejection({ issues, content }: Pick<Rejection, 'issues' | 'content'>): number {
  return rejectionBytes + Buffer.byteLength(JSON.stringify(issues)) + (content ? sizeOfContent(content) : 0)
}

/** Returns the contents of the rejected events that have one. */
export function contentsOf(rejected: readonly Rejection[]): RejectedContent[] {
  return rejected.flatMap(({ content }) => content ?? [])
}

export function sizeOfContent({ facts, values }: Pick<RejectedContent, 'facts' | 'values'>): number {
  return Buffer.byteLength(facts) + Buffer.byteLength(values)
}

/** Approximate size in bytes of a row without its JSON: ids, numbers and overhead. */
const fixedBytes = 200
/** Size in bytes of a rejection's row without its issues and its content. */
const rejectionBytes = 100

/**
 * Returns a function like `JSON.stringify` that caches its last result. The events of a request share one `meta`
 * object, which is most of their JSON.
 */
function jsonOnce(): (value: object) => string {
  let last: object | undefined
  let text = ''
  return (value) => {
    if (value !== last) [last, text] = [value, JSON.stringify(value)]
    return text
  }
}

function toRow(event: NewEvent, metaOf: (meta: object) => string): NewEventRow {
  const { meta, personal } = event
  const email = personal?.form?.['email']
  const texts = {
    data: JSON.stringify(event.data),
    facts: JSON.stringify(event.facts),
    meta: metaOf(meta),
    personal: personal ? JSON.stringify(personal) : null,
  }
  // Each member is copied by name, because a rest pattern would take as long as serialising all the JSON.
  return {
    id: event.id,
    type: event.type,
    funnel: event.funnel,
    funnelVersion: event.funnelVersion,
    runId: event.runId,
    sessionId: event.sessionId,
    step: event.step,
    occurredAt: event.occurredAt,
    sentAt: event.sentAt,
    receivedAt: event.receivedAt,
    at: event.at,
    data: texts.data,
    facts: texts.facts,
    meta: texts.meta,
    bot: meta.bot,
    personal: texts.personal,
    email: typeof email === 'string' ? email : null,
    names: personal?.form && classOfEvent(event.type) === 'order' ? nameWords(personal.form) : null,
    hasForm: personal?.form !== undefined,
    fingerprint: event.fingerprint ?? null,
    once: event.once ?? null,
    numbering: event.numbering ?? null,
    bytes: sizeOf(texts),
    fromVisitor: !isServiceEvent(event),
    replay: event.replay ?? null,
  }
}

function sizeOf({
  data,
  facts,
  meta,
  personal,
}: Record<'data' | 'facts' | 'meta', string> & { personal: string | null }) {
  const json = Buffer.byteLength(data) + Buffer.byteLength(facts) + Buffer.byteLength(meta)
  return fixedBytes + json + (personal === null ? 0 : Buffer.byteLength(personal))
}
