// Adds invented runs to the log and the report tables of a service that does not run. Sending a million runs over HTTP
// instead would take almost an hour.
import type { CopyRow } from '#db/ports/copy-store.ts'
import type { ProjectionCommit } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { createKeyBook } from '#domain/reports/keys/key-book.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { openStoreForCommand } from '#service/commands/open-store.ts'
import { projectBatch } from '#service/projections/project-batch.ts'
import { inventRun } from './invent-runs.ts'
import { handleMessages } from './start-process.ts'

export interface Fill {
  /** Environment variables that select the database. */
  env: Record<string, string>
  /** Number of runs of the filled store. Their start times are spread evenly over the range. */
  runs: number
  /** Range of the runs' start times, in ms since the epoch. Events after `until` are dropped. */
  from: number
  until: number
  /** Numbers of the runs to add, from 0: those from `first` up to, but not including, `end`. */
  first: number
  end: number
}

const runsPerBatch = 1000
/** Number of rejected events per batch, for the data quality report. */
const rejectedPerBatch = 20
const reasons = [
  { path: 'data.seconds', code: 'too_small' },
  { path: 'form', code: 'unknown_form_field' },
  { path: 'data.fields.0.field', code: 'unknown_field' },
]

handleMessages(async ({ env, runs, from, until, first, end }: Fill) => {
  const { store } = await openStoreForCommand(env)
  const { generation, ...place } = await store.projections.live()
  const startOf = (index: number) => Math.floor(from + (index * (until - from)) / runs)
  // Operational events have positions too.
  let position = Math.max(place.checkpoint, await store.log.head())
  // The next batch is computed while the store writes the previous one on another thread.
  let written: Promise<unknown> = Promise.resolve()
  for (let index = first; index < end; index += runsPerBatch) {
    const starts = Array.from({ length: Math.min(runsPerBatch, end - index) }, (_, offset) =>
      startOf(index + offset),
    )
    const { events, projected } = inventBatch(starts, { until, after: position })
    position += events.length
    const batch = {
      generation,
      format: runStateFormat,
      from: place.checkpoint,
      revision: place.revision,
      to: position,
      ...projected,
    }
    const rows = events.map(rowOf)
    await written
    written = writeBatch(store, { rows, batch, now: starts[0]! })
    place.checkpoint = position
  }
  await written
  await store.close()
  return { events: position }
})

const world = { now: Date.now, random: Math.random }

/** Invents the events of runs with these start times, up to `until`, and projects them. */
function inventBatch(starts: readonly number[], { until, after }: { until: number; after: number }) {
  const events = starts
    .flatMap((startedAt) => inventRun(world, startedAt))
    .filter(({ at }) => at <= until)
    .toSorted((a, b) => a.at - b.at)
    .map((event, index) => ({ ...event, position: after + index + 1 }) as StoredEvent)
  const projected = projectBatch({ states: new Map(), events, book: createKeyBook(), now: starts[0]! })
  return { events, projected }
}

/** Returns the row of an event in the log. */
function rowOf(event: StoredEvent): CopyRow {
  const { position, id, type, funnel, funnelVersion, runId, sessionId, step } = event
  const { occurredAt, sentAt, receivedAt, at, data, facts, meta } = event
  const json = [data, facts, meta].map((part) => JSON.stringify(part))
  return [
    position,
    id,
    type,
    funnel,
    funnelVersion,
    runId,
    sessionId,
    step,
    occurredAt,
    sentAt,
    receivedAt,
    at,
    ...json,
  ]
}

async function writeBatch(
  store: Store,
  { rows, batch, now }: { rows: CopyRow[]; batch: ProjectionCommit; now: number },
): Promise<void> {
  await store.copy.import('events', rows)
  if ((await store.projections.commit(batch)) === 'conflict')
    throw new Error('another process is projecting into the same database')
  await storeRejected(store, now)
}

async function storeRejected({ log }: Pick<Store, 'log'>, now: number): Promise<void> {
  const rejected = Array.from({ length: rejectedPerBatch }, (_, index) => ({
    receivedAt: now,
    type: 'step',
    funnel: 'anmeldung',
    issues: [reasons[index % reasons.length]!],
  }))
  await log.append({ events: [], rejected, now, dedupeWindowMs: 0 })
}
