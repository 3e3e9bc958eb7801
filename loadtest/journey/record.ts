// The result of each event as the load generator received it. k6 writes one line per request; it is read after k6 ends.
import type { EnvelopeInput, EventResult } from '../../domain/events/wire-events.ts'

/** An event as it was sent. */
export interface Sent {
  id: string
  runId: string
  type: string
  step: number
}

/** One result; an event that was sent twice has two. */
export interface Acknowledged extends Sent {
  status: 'stored' | 'duplicate'
  position: number
}

export interface LoadRecord {
  acknowledged: Acknowledged[]
  rejected: (Sent & { message: string })[]
  /** Sent and repeated without any response; they may or may not be in the log. */
  unanswered: Sent[]
}

/** Returns the line of one request, with its results if there was a response. */
export function recordLine(envelope: EnvelopeInput, results: readonly EventResult[] | undefined): string {
  return JSON.stringify({ events: envelope.events.map(sentOf), ...(results && { results }) })
}

function sentOf({ id, runId, type, step }: Sent): Sent {
  return { id, runId, type, step }
}

interface Line {
  events: Sent[]
  results?: EventResult[]
}

/** Parses the record. Throws if a line cannot be parsed, because an incomplete record proves nothing. */
export function readRecord(text: string): LoadRecord {
  const record: LoadRecord = { acknowledged: [], rejected: [], unanswered: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const { events, results } = parseLine(line, index + 1)
    if (!results) record.unanswered.push(...events)
    else for (const [place, sent] of events.entries()) note(record, sent, results[place])
  }
  return record
}

function parseLine(line: string, number: number): Line {
  try {
    return JSON.parse(line) as Line
  } catch {
    throw new Error(`line ${number} of k6's record is not JSON: ${line.slice(0, 200)}`)
  }
}

function note(record: LoadRecord, sent: Sent, result: EventResult | undefined): void {
  if (result?.id !== sent.id) record.unanswered.push(sent)
  else if (result.status === 'rejected') {
    const message = result.issues.map(({ path, message: text }) => `${path}: ${text}`).join(', ')
    record.rejected.push({ ...sent, message })
  } else record.acknowledged.push({ ...sent, status: result.status, position: result.position })
}
