import { v5 as uuidv5 } from 'uuid'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { Store } from '#db/ports/store.ts'
import { appendServiceEvents, onceKey, serviceEvent } from '#service/orders/service-events.ts'
import type { Erasure } from './erasure-journal.ts'

type ErasingStore = Pick<Store, 'log' | 'rejections' | 'people' | 'vault' | 'uploads'>

interface RunErasure {
  runId: string
  /** The `erased` event that records the erasure in the log. */
  event: NewEvent
  /** Position of `event` if it has already been appended. */
  position: number | undefined
}

/**
 * Erases the personal data of runs. Returns the number of events that had personal data. An erasure can be repeated:
 * its `erased` event is stored only once, and only data before that event is removed. Data that the person entered
 * after the erasure is kept.
 */
export async function eraseRuns(
  store: ErasingStore,
  erasures: readonly Erasure[],
  now: number,
): Promise<number> {
  const found = await findErasures(store, erasures, now)
  const missing = found.filter(({ position }) => position === undefined)
  // The events are appended before the data is removed. A message composed in between therefore sees the erasure, not
  // an incomplete form.
  const events = missing.map(({ event }) => event)
  const appended = events.length > 0 ? await appendServiceEvents(store.log, events) : []
  const positions = new Map(events.map(({ once }, index) => [once, appended[index]!.position]))
  const runs = found.map(({ runId, event, position }) => {
    return { runId, upTo: position ?? positions.get(event.once) ?? 0 }
  })
  return store.people.erase(runs)
}

/**
 * Returns the erasures that this database lacks or has not finished, for example after a crash or after a backup was
 * restored.
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

async function hasPersonal(store: ErasingStore, runId: string, upTo: number): Promise<boolean> {
  const { vault, uploads, rejections, log } = store
  // What an erasure keeps for the invoice is at most one row.
  for (let page = await vault.readPage(runId, 0); page.length > 0;) {
    if (page.some(({ position, keptFor }) => position <= upTo && keptFor === null)) return true
    if (page.at(-1)!.position > upTo) break
    page = await vault.readPage(runId, page.at(-1)!.position)
  }
  if ((await uploads.list(runId)).some(({ position }) => position < upTo)) return true
  const erased = await log.read(upTo - 1, 1)
  const rejected = await rejections.ofRun(runId)
  return rejected.some(({ receivedAt }) => receivedAt <= (erased[0]?.receivedAt ?? 0))
}

/**
 * Looks up the runs to be erased in the log. Omits runs that this database lacks: a restored backup may have been made
 * before they began.
 */
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

/**
 * Returns the position of the `erased` event if it was appended. Searches for the event by its once key, then by its
 * id. Earlier versions set no once key, but derived the id from the cause.
 */
async function findErased({ find }: Pick<Store['log'], 'find'>, runId: string, cause: string) {
  const event =
    (await find({ once: onceKey('erased', cause) })) ?? (await find({ id: earlierErasedId(cause) }))
  return event?.type === 'erased' && event.runId === runId ? event.position : undefined
}

const earlierNamespace = 'b7a1c0de-5e1f-4c0a-9f6e-0d4f1e8a2c55'

function earlierErasedId(cause: string): string {
  return uuidv5(`erased:${cause}`, earlierNamespace)
}
