import { v5 as uuidv5 } from 'uuid'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { Store } from '#db/ports/store.ts'
import { appendServiceEvents, onceKey, serviceEvent } from '#service/orders/service-events.ts'
import type { Erasure } from './erasure-journal.ts'

type ErasingStore = Pick<Store, 'log' | 'people' | 'vault' | 'uploads'>

interface RunErasure {
  runId: string
  /** The `erased` event of the erasure. */
  event: NewEvent
  /** Position of that event if it was appended earlier. */
  position: number | undefined
}

/**
 * Erases the personal data of runs. Returns the number of events that had some. An erasure can be repeated:
 * its `erased` event is stored once, and only data before that event is removed, never what the person
 * entered later.
 */
export async function eraseRuns(
  store: ErasingStore,
  erasures: readonly Erasure[],
  now: number,
): Promise<number> {
  const found = await findErasures(store, erasures, now)
  const missing = found.filter(({ position }) => position === undefined)
  // The event is appended first, so that a message composed meanwhile finds an erasure rather than half a form.
  const events = missing.map(({ event }) => event)
  const appended = events.length > 0 ? await appendServiceEvents(store.log, events) : []
  const positions = new Map(events.map(({ once }, index) => [once, appended[index]!.position]))
  const runs = found.map(({ runId, event, position }) => {
    return { runId, upTo: position ?? positions.get(event.once) ?? 0 }
  })
  return store.people.erase(runs)
}

/**
 * Returns the erasures that this database lacks or has not finished, as after a crash or the restore of a
 * backup.
 */
export async function outstandingErasures(
  store: ErasingStore,
  erasures: readonly Erasure[],
  now: number,
): Promise<Erasure[]> {
  const outstanding: Erasure[] = []
  for (const erasure of erasures) {
    for (const { runId, position } of await findErasures(store, [erasure], now)) {
      const finished = position !== undefined && !(await hasPersonal(store, runId, position))
      if (!finished) outstanding.push({ at: erasure.at, runIds: [runId] })
    }
  }
  return outstanding
}

async function hasPersonal({ vault, uploads }: ErasingStore, runId: string, upTo: number): Promise<boolean> {
  const [first] = await vault.readPage(runId, 0)
  if (first && first.position <= upTo) return true
  return (await uploads.list(runId)).some(({ position }) => position < upTo)
}

/** Omits runs that this database does not contain: a restored backup may be older than they are. */
async function findErasures(
  { log }: ErasingStore,
  erasures: readonly Erasure[],
  now: number,
): Promise<RunErasure[]> {
  const found: RunErasure[] = []
  for (const { at, runIds } of erasures) {
    for (const runId of runIds) {
      const last = await log.lastOfRun(runId)
      if (!last) continue
      const cause = `${runId}:${at}`
      const position = await findErased(log, runId, cause)
      found.push({ runId, position, event: serviceEvent('erased', cause, {}, last, now) })
    }
  }
  return found
}

/** Earlier versions derived the id of `erased` events from the cause and did not set a once key. */
async function findErased({ find }: Pick<Store['log'], 'find'>, runId: string, cause: string) {
  const event =
    (await find({ once: onceKey('erased', cause) })) ?? (await find({ id: earlierErasedId(cause) }))
  return event?.type === 'erased' && event.runId === runId ? event.position : undefined
}

const earlierNamespace = 'b7a1c0de-5e1f-4c0a-9f6e-0d4f1e8a2c55'

function earlierErasedId(cause: string): string {
  return uuidv5(`erased:${cause}`, earlierNamespace)
}
