// Measures for how long an append holds the lock of the event log, by the number of events in its batch. Two batches
// are appended at a time, so one is prepared while the other one holds the lock.
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { median } from '#loadtest/bench/setup/rounds.ts'
import type { Bench } from '#loadtest/bench/load/start-parts.ts'
import type { AppendPlan, Appended } from './append-only.ts'
import { startAppendOnly } from './batch-posts.ts'

const sizes = [1, 10, 100, 500]

export async function measureLock(bench: Bench): Promise<Figure[]> {
  const appends = bench.quick ? 100 : 400
  const store = await startAppendOnly(bench)
  const append = (plan: AppendPlan) => store.request<Appended>(plan)
  await append({ posts: 500 })
  const figures: Figure[] = []
  for (const eventsPerBatch of sizes) {
    const posts = Math.ceil((appends * eventsPerBatch) / 10)
    const { rows, seconds, heldSeconds } = await append({ posts, eventsPerBatch })
    figures.push({
      name: `append lock, batches of ${eventsPerBatch}`,
      value: median(heldSeconds) * 1000,
      unit: 'ms',
      yardstick: { name: 'events/s', value: rows / seconds },
      targets: [],
      setting: `median of ${heldSeconds.length} appends, from acquiring the lock to the end of the commit; events of journeys with forms`,
    })
  }
  await store.stop()
  return figures
}
