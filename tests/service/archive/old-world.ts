import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import type { Store } from '#db/ports/store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { type ArchivedResult, type ArchiveEnd, archiveLog } from '#service/archive/archive-log.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import type { ProjectedStore } from '#tests/service/projections/projected-store.ts'
import { deliveredEvents } from '#tests/service/projections/random-runs.ts'

/** Number of positions per range in these tests. */
export const rangePositions = 50

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Time at which the world of `fillWorld` can be archived. */
export const later = noon + 500 * dayMs

/** Returns a UUID that follows from a text. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns the events of a run that ends without an order, so that they are removed. */
export function endedRun(name: string, { at = noon, everyMs = 1000 } = {}): StoredEvent[] {
  return (['start', 'step', 'lapsed'] as const).map((type, index) =>
    storedEvent(type, { id: uuidOf(`${name} ${type}`), runId: uuidOf(name), at: at + index * everyMs }),
  )
}

/** Returns the events of random runs for a seed. Runs of different seeds are different. The runs end soon. */
export function randomWorld(seed: number, numRuns = 15): StoredEvent[] {
  return fc.sample(deliveredEvents, { numRuns, seed }).flatMap((some, index) => {
    const events = some.map((event) => {
      const runId = uuidOf(`${seed}-${index}-${event.runId}`)
      return { ...event, id: uuidOf(`${event.id}-${runId}`), runId }
    })
    const ended = [...new Set(events.map(({ runId }) => runId))].map((runId) =>
      storedEvent('lapsed', { runId, id: uuidOf(`lapsed-${runId}`), at: noon + 40 * hourMs }),
    )
    return [...events, ...ended]
  })
}

/** Appends and projects random runs, and one more event. */
export async function fillWorld(
  { append, catchUp }: Pick<ProjectedStore, 'append' | 'catchUp'>,
  seeds: readonly number[],
): Promise<void> {
  for (const seed of seeds) await append(...randomWorld(seed))
  await append(storedEvent('start', { id: uuidOf('last'), runId: uuidOf('last run') }))
  await catchUp(7)
}

export interface Archived {
  results: ArchivedResult[]
  end: ArchiveEnd
}

/** Archives everything that is older than 90 days. */
export async function archiveAll(store: Store, folder: string, now = later): Promise<Archived> {
  const results: ArchivedResult[] = []
  const settings = { store, folder, olderThanMs: 90 * dayMs, now: () => now }
  const end = await archiveLog(settings, (result) => results.push(result))
  return { results, end }
}
