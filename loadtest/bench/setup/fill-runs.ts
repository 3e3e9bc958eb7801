// Adds invented runs to the report tables of a running service. The events are not written to the log, because reports
// do not read the log. Sending a million runs over HTTP instead would take almost an hour.
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
  runs: number
  /** Range of the runs' start times, in ms since the epoch. Events after `until` are dropped. */
  from: number
  until: number
}

const runsPerBatch = 1000
/** Number of rejected events per batch, for the data quality report. */
const rejectedPerBatch = 20
const reasons = [
  { path: 'data.seconds', code: 'too_small' },
  { path: 'form', code: 'unknown_form_field' },
  { path: 'data.fields.0.field', code: 'unknown_field' },
]

handleMessages(async ({ env, runs, from, until }: Fill) => {
  const { store } = await openStoreForCommand(env)
  const world = { now: Date.now, random: Math.random }
  const intervalMs = (until - from) / runs
  const { generation, ...place } = await store.projections.live()
  for (let done = 0; done < runs; done += runsPerBatch) {
    const count = Math.min(runsPerBatch, runs - done)
    const startOf = (index: number) => Math.floor(from + (done + index) * intervalMs)
    const events = Array.from({ length: count }, (_, index) => inventRun(world, startOf(index)))
      .flat()
      .filter(({ at }) => at <= until)
      .map((event, index) => ({ ...event, position: place.checkpoint + index + 1 }) as StoredEvent)
    const projected = projectBatch({ states: new Map(), events, book: createKeyBook(), now: from })
    const to = place.checkpoint + events.length
    const outcome = await store.projections.commit({
      generation,
      format: runStateFormat,
      from: place.checkpoint,
      revision: place.revision,
      to,
      ...projected,
    })
    if (outcome === 'conflict') throw new Error('another process is projecting into the same database')
    place.checkpoint = to
    await storeRejected(store, startOf(0))
  }
  await store.close()
  return { events: place.checkpoint }
})

async function storeRejected({ log }: Pick<Store, 'log'>, now: number): Promise<void> {
  const rejected = Array.from({ length: rejectedPerBatch }, (_, index) => ({
    receivedAt: now,
    type: 'step',
    funnel: 'anmeldung',
    issues: [reasons[index % reasons.length]!],
  }))
  await log.append({ events: [], rejected, now, dedupeWindowMs: 0 })
}
