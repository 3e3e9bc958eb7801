import { randomUUID } from 'node:crypto'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { FiledRange } from '#db/ports/log/archive-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { appendTo, day, newEvent, second } from '#tests/db/contract/setup.ts'

/** Returns a range whose file was written, as far as the store is concerned. */
export function filedRange(after: number, upTo: number): FiledRange {
  return {
    after,
    upTo,
    events: upTo - after,
    firstAt: noon,
    file: `log-${after + 1}-${upTo}.jsonl.gz`,
    bytes: 1000,
    sha256: 'a'.repeat(64),
    archivedAt: noon + 400 * day,
  }
}

/** Returns the events of a new run. */
export function runOf(types: readonly StoredEventType[], at = noon): NewEvent[] {
  const runId = randomUUID()
  return types.map((type, index) =>
    newEvent({ type, runId, id: randomUUID(), at: at + index, receivedAt: at + index * second }),
  )
}

/** Returns the events of a run that has ended without an order, so that they can be removed. */
export const endedRun = (at = noon) => runOf(['start', 'step', 'lapsed'], at)

export const runIdOf = ([event]: NewEvent[]) => event!.runId

/** Appends another event of a run. */
export const appendLate = (store: Store, [first]: NewEvent[]) =>
  appendTo(store, [newEvent({ ...first, id: randomUUID(), type: 'step', data: { seconds: 3 } })])

/** Stores a rejected event of a run, which can be replayed. */
export const reject = (store: Store, run: NewEvent[]) =>
  store.log.append({
    events: [],
    now: noon,
    rejected: [
      {
        receivedAt: noon,
        type: 'step',
        funnel: 'anmeldung',
        issues: [{ path: 'form.x', code: 'unknown_field' }],
        content: { runId: runIdOf(run), eventId: randomUUID(), facts: '{}', values: '{}' },
      },
    ],
  })

export async function projectAll(store: Store, size = 500): Promise<void> {
  const settings = { size, now: noon, destinations: [] }
  while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
}
