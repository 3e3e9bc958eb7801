// Projects invented runs into a service's database while it runs. Only the log is left out, which no report reads:
// a million runs through HTTP would take the better part of an hour.
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
  /** Instant at which the days begin, and how many they are. */
  from: number
  days: number
}

const runsInBatch = 1000

answerMessages(async ({ env, runs, from, days }: Fill) => {
  const { store } = await openStoreForCommand(env)
  const world = { now: Date.now, random: Math.random }
  const between = Math.floor((days * 24 * 3600 * 1000) / runs)
  const { generation, ...place } = await store.projections.live()
  for (let done = 0; done < runs; done += runsInBatch) {
    const count = Math.min(runsInBatch, runs - done)
    const events = Array.from({ length: count }, (_, index) =>
      inventRun(world, from + (done + index) * between),
    )
      .flat()
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
  }
  await store.close()
  return { events: place.checkpoint }
})
