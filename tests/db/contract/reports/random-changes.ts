import * as fc from 'fast-check'
import { test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { CountedRun, OrderRow } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { excludeRun, includeRun } from '#service/projections/exclude-run.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { appendTo } from '#tests/db/contract/setup.ts'
import { seededRandom } from '#tests/faults/support/seeded-random.ts'
import { deliveredEvents } from '#tests/service/projections/random-runs.ts'

/** Returns the events of several worlds one after the other. A third of the worlds has only robots. */
function inventEvents(seed: number): NewEvent[] {
  return fc.sample(deliveredEvents, { numRuns: 6, seed }).flatMap((events, world) =>
    events.map(({ position: _position, id, runId, meta, ...event }) => ({
      ...event,
      id: `${world}-${id}`,
      runId: `${world}-${runId}`,
      meta: { ...meta, bot: meta.bot || world % 3 === 0 },
    })),
  )
}

/** Returns the rows of the live generation. */
export async function dumpOf({ projections }: Pick<Store, 'projections'>) {
  const { generation } = await projections.live()
  return (await projections.dump(generation)) as { runs: CountedRun[]; orders: OrderRow[] }
}

/**
 * Projects random runs in batches of random size, and excludes, includes and erases some of them. Calls `check` after
 * each change.
 */
async function changeAtRandom(store: Store, seed: number, check: () => Promise<void>): Promise<void> {
  const random = seededRandom(seed)
  const events = inventEvents(seed)
  const excluded = new Set<string>()
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]
  const change = async () => {
    const changed = pick((await dumpOf(store)).orders)
    const included = pick([...excluded])
    if (changed && random() < 0.4) {
      await excludeRun(store, { runId: changed.runId, at: noon, by: 'operator', reason: 'test' })
      excluded.add(changed.runId)
    } else if (included !== undefined && random() < 0.7) {
      await includeRun(store, included, { destinations: [], now: noon })
      excluded.delete(included)
    } else if (changed) await store.people.erase([{ runId: changed.runId, upTo: changed.lastPosition }])
  }

  for (let from = 0; from < events.length; from += 12) {
    await appendTo(store, events.slice(from, from + 12), { dedupeWindowMs: 0 })
    for (;;) {
      const limits = { size: 1 + Math.floor(random() * 9), now: noon }
      if ((await projectNext(store, await store.projections.live(), limits)).kind === 'idle') break
      await check()
    }
    if (random() < 0.4) await change()
    await check()
  }
}

/**
 * Defines tests that compare kept sums with a second computation while random runs change. `createCheck` returns
 * the comparison after each change, and what must hold at the end.
 */
export function testRandomChanges(
  open: () => Promise<Store>,
  createCheck: (store: Store) => { afterEach: () => Promise<void>; atEnd: () => void },
): void {
  for (const seed of [1, 2])
    test(
      `follow every later change of random runs, seed ${seed}`,
      { tags: seed === 1 ? [] : 'slow' },
      async () => {
        const store = await open()
        const { afterEach, atEnd } = createCheck(store)
        await changeAtRandom(store, seed, afterEach)
        atEnd()
      },
    )
}
