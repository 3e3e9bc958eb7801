// The results of all events, as the load generator received them. k6 writes one line per request to a file. The file is
// parsed after the test.
import type { EnvelopeInput, EventResult } from '../../domain/events/wire-events.ts'

/** The data that identifies an event that was sent. */
export interface Sent {
  id: string
  runId: string
  type: string
  step: number
}

/** The result of an event in one response. An event that was sent twice has two results. */
export interface Acknowledged extends Sent {
  status: 'stored' | 'duplicate'
  position: number
  /** Time at which the client received the response, in ms since the epoch. */
  at: number
}

export interface LoadRecord {
  acknowledged: Acknowledged[]
  rejected: (Sent & { message: string })[]
  /** Events that got no response, even when they were sent again. They may or may not be in the log. */
  unanswered: Sent[]
}

/** Returns the line that records one request. It includes the results if there was a response, received at `at`. */
export function recordLine(
  envelope: EnvelopeInput,
  results: readonly EventResult[] | undefined,
  at: number,
): string {
  return JSON.stringify({ at, events: envelope.events.map(sentOf), ...(results && { results }) })
}

function sentOf({ id, runId, type, step }: Sent): Sent {
  return { id, runId, type, step }
}

interface Line {
  at: number
  events: Sent[]
  results?: EventResult[]
}

/** Parses the lines that k6 recorded. Throws if a line is invalid, because the checks need the complete record. */
export function readRecord(text: string): LoadRecord {
  const record: LoadRecord = { acknowledged: [], rejected: [], unanswered: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const { at, events, results } = parseLine(line, index + 1)
    if (!results) record.unanswered.push(...events)
    else for (const [place, sent] of events.entries()) addResult(record, { sent, at }, results[place])
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

function addResult(
  record: LoadRecord,
  { sent, at }: { sent: Sent; at: number },
  result: EventResult | undefined,
): void {
  if (result?.id !== sent.id) record.unanswered.push(sent)
  else if (result.status === 'rejected') {
    const message = result.issues.map(({ path, message: text }) => `${path}: ${text}`).join(', ')
    record.rejected.push({ ...sent, message })
  } else record.acknowledged.push({ ...sent, status: result.status, position: result.position, at })
}
