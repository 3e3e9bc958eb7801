import type { Candidate } from '#domain/log/decide-append.ts'
import { isServiceEvent } from '#domain/events/stored-event.ts'
import { classOfEvent } from '#domain/retention/data-class.ts'
import { nameWords } from '#domain/orders/name-words.ts'
import type { AppendRequest, NewEvent, Numbering, RejectedContent, Rejection } from './event-log.ts'

/**
 * A new event in the form in which it is written. The main thread serialises nested objects as JSON, because cloning
 * text for the writing thread is far cheaper than cloning objects. The database stores JSON anyway.
 */
export interface NewEventRow extends Candidate {
  funnel: string
  funnelVersion: number
  sessionId: string
  step: number
  occurredAt: number
  sentAt: number
  receivedAt: number
  at: number
  data: string
  facts: string
  meta: string
  /** True if the event is from a robot. Such an event is stored, but counted separately. */
  bot: boolean
  personal: string | null
  email: string | null
  /** Words of the names in an order's form, by which the order is found; null for other events. */
  names: string[] | null
  /** True if the fingerprint covers form values. The fingerprint must then be keyed with the run's data key. */
  hasForm: boolean
  /** The range from which the event takes its number (see `giveNumbers`). */
  numbering: Numbering | null
}

export interface AppendRows {
  rows: NewEventRow[]
  rejected: Rejection[]
  dedupeWindowMs: number
  now: number | undefined
}

/**
 * Rows that `sizeOfEvents` created to compute the size of events. The append reuses these rows, so that no event is
 * serialised twice.
 */
const sizedRows = new WeakMap<NewEvent, NewEventRow>()

export function toAppendRows({ events, rejected = [], dedupeWindowMs = 0, now }: AppendRequest): AppendRows {
  const metaOf = jsonOnce()
  const rows = events.map((event) => sizedRows.get(event) ?? toRow(event, metaOf))
  return { rejected, dedupeWindowMs, now, rows }
}

/**
 * Returns the size in bytes of the rows that these events need in the log and the vault. The events must not change
 * afterwards, because the append reuses these rows.
 */
export function sizeOfEvents(events: readonly NewEvent[]): number {
  const metaOf = jsonOnce()
  return events.reduce((sum, event) => {
    const row = toRow(event, metaOf)
    sizedRows.set(event, row)
    return sum + row.bytes
  }, 0)
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
