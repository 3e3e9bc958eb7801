import type { NewEvent } from '#db/event-log.ts'
import type { Store } from '#db/store.ts'
import { serviceEvent, serviceEventId } from '#service/service-events.ts'
import type { Erasure } from './erasure-journal.ts'

type ErasingStore = Pick<Store, 'log' | 'people' | 'vault' | 'uploads'>

interface RunErasure {
  runId: string
  /** The `erased` event that belongs to it. */
  event: NewEvent
  /** Its position, where it was appended before. */
  position: number | undefined
}

/**
 * Erases the personal data of runs, and answers how many events had some. Repeating an erasure is harmless: its `erased`
 * event stands once, and only what came before that event is removed, never what the person entered again later.
 */
export async function eraseRuns(
  store: ErasingStore,
  erasures: readonly Erasure[],
  now: number,
): Promise<number> {
  const found = await findErasures(store, erasures, now)
  const missing = found.filter(({ position }) => position === undefined)
  // The event first: a message that is put together meanwhile then finds an erasure, not half a form.
  const appended =
    missing.length > 0
      ? await store.log.append({
          events: missing.map(({ event }) => event),
          rejected: [],
          now,
          dedupeWindowMs: 0,
        })
      : []
  const positions = new Map(missing.map(({ event }, index) => [event.id, appended[index]?.position]))
  const runs = found.map(({ runId, event, position }) => {
    return { runId, upTo: position ?? positions.get(event.id) ?? 0 }
  })
  return store.people.erase(runs)
}

/** Erasures that this database does not know or has not finished, as after a crash or the restoring of a backup. */
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
  if ((await vault.read(runId, upTo)).length > 0) return true
  return (await uploads.list(runId)).some(({ position }) => position < upTo)
}

/** Without the runs that this database has never heard of: it may be older than they are. */
async function findErasures(
  { log }: ErasingStore,
  erasures: readonly Erasure[],
  now: number,
): Promise<RunErasure[]> {
  const found: RunErasure[] = []
  for (const { at, runIds } of erasures) {
    for (const runId of runIds) {
      const events = await log.readRun(runId)
      const last = events.at(-1)
      if (!last) continue
      const subject = `${runId}:${at}`
      const id = serviceEventId('erased', subject)
      const position = events.find((event) => event.id === id)?.position
      found.push({ runId, position, event: serviceEvent('erased', subject, {}, last, now) })
    }
  }
  return found
}
