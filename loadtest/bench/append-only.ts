// Measures the store alone, without HTTP: appends the events of ten-event posts. The posts are parsed, validated and
// batched before the measurement.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import process from 'node:process'
import type { NewEvent } from '#db/ports/event-log.ts'
import { openStore } from '#service/open-store.ts'
import { handleMessages } from '#loadtest/bench/setup/start-process.ts'
import { tenEventPosts } from '#loadtest/bench/load/ten-events.ts'

/** Number of events that the service typically appends in one batch under load. */
const typicalBatch = 500
const concurrentBatches = 2

/** Seconds for which each append since the last message held the append lock. */
let held: number[] = []

const url = process.env['DATABASE_URL']
const store = await openStore(
  url
    ? { engine: 'postgres', url }
    : { engine: 'sqlite', file: path.join(process.argv[2]!, 'append-only.db') },
  {
    piiKey: randomBytes(32),
    service: true,
    onError: console.error,
    onLockHeld: (seconds) => void held.push(seconds),
  },
)

export interface AppendPlan {
  /** Number of ten-event posts whose events are appended. */
  posts: number
  eventsPerBatch?: number
}

export interface Appended {
  rows: number
  seconds: number
  heldSeconds: number[]
}

handleMessages(async ({ posts, eventsPerBatch = typicalBatch }: AppendPlan): Promise<Appended> => {
  const events = tenEventPosts(posts, { now: Date.now, random: Math.random })
  const batches: NewEvent[][] = []
  for (let from = 0; from < events.length; from += eventsPerBatch)
    batches.push(events.slice(from, from + eventsPerBatch))
  held = []
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: concurrentBatches }, () => appendAll(batches)))
  return { rows: events.length, seconds: (performance.now() - startedAt) / 1000, heldSeconds: held }
})

async function appendAll(batches: NewEvent[][]): Promise<void> {
  for (let events = batches.shift(); events; events = batches.shift())
    await store.log.append({ events, rejected: [], now: Date.now(), dedupeWindowMs: 30_000 })
}
