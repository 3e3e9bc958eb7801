// Projects invented runs into a service's database while it runs. Only the log is left out, which no report reads:
// a million runs through HTTP would take the better part of an hour.
import type { Store } from '#db/store.ts'
import { runStateFormat } from '#domain/run-state.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import { openStoreForCommand } from '#service/commands/open-store.ts'
import { projectBatch } from '#service/projections/project-batch.ts'
import { inventRun } from './invent-runs.ts'
import { answerMessages } from './start-process.ts'

export interface Fill {
  /** Names the database, as a service is told of it. */
  env: Record<string, string>
  runs: number
  /** Instants between which they begin; what would happen later is left out. */
  from: number
  until: number
}

const runsInBatch = 1000
/** Refused events beside them, which the log keeps by themselves. */
const refusedInBatch = 20
const reasons = [
  { path: 'data.seconds', code: 'too_small' },
  { path: 'form', code: 'unknown_form_field' },
  { path: 'data.fields.0.field', code: 'unknown_field' },
]

answerMessages(async ({ env, runs, from, until }: Fill) => {
  const { store } = await openStoreForCommand(env)
  const world = { now: Date.now, random: Math.random }
  const between = (until - from) / runs
  const { generation, ...place } = await store.projections.live()
  for (let done = 0; done < runs; done += runsInBatch) {
    const count = Math.min(runsInBatch, runs - done)
    const startOf = (index: number) => Math.floor(from + (done + index) * between)
    const events = Array.from({ length: count }, (_, index) => inventRun(world, startOf(index)))
      .flat()
      .filter(({ at }) => at <= until)
      .map((event, index) => ({ ...event, position: place.checkpoint + index + 1 }) as StoredEvent)
    const projected = projectBatch({ states: new Map(), events, now: from })
    const to = place.checkpoint + events.length
    const outcome = await store.projections.commit({
      generation,
      format: runStateFormat,
      from: place.checkpoint,
      to,
      ...projected,
    })
    if (outcome === 'conflict') throw new Error('somebody else projects into the database')
    place.checkpoint = to
    await refuse(store, startOf(0))
  }
  await store.close()
  return { events: place.checkpoint }
})

async function refuse({ log }: Pick<Store, 'log'>, now: number): Promise<void> {
  const rejected = Array.from({ length: refusedInBatch }, (_, index) => ({
    receivedAt: now,
    type: 'step',
    funnel: 'anmeldung',
    issues: [reasons[index % reasons.length]!],
  }))
  await log.append({ events: [], rejected, now, dedupeWindowMs: 0 })
}
