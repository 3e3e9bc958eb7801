import type { AppendRequest, NewEvent } from './event-log.ts'

/**
 * A new event as its row. Made on the main thread: text crosses to the one that appends far cheaper than nested objects,
 * and it has to become JSON once anyway.
 */
export interface NewEventRow {
  id: string
  type: string
  funnel: string
  funnelVersion: number
  runId: string
  sessionId: string
  step: number
  occurredAt: number
  sentAt: number
  receivedAt: number
  at: number
  data: string
  facts: string
  meta: string
  /** From a robot: stored, and counted by itself. */
  bot: boolean
  personal: string | null
  email: string | null
  fingerprint: string | null
  once: string | null
}

export interface AppendRows extends Omit<AppendRequest, 'events'> {
  rows: NewEventRow[]
}

export function toAppendRows({ events, ...request }: AppendRequest): AppendRows {
  const metaOf = jsonOnce()
  return { ...request, rows: events.map((event) => toRow(event, metaOf)) }
}

/** Events of one request share their circumstances, which are most of what becomes JSON. */
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
  // Name by name: gathering the rest of an object takes as long as all the JSON.
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
    data: JSON.stringify(event.data),
    facts: JSON.stringify(event.facts),
    meta: metaOf(meta),
    bot: meta.bot,
    personal: personal ? JSON.stringify(personal) : null,
    email: typeof email === 'string' ? email : null,
    fingerprint: event.fingerprint ?? null,
    once: event.once ?? null,
  }
}
