import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { Store } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { expiry } from '#tests/db/contract/people/retention.ts'
import { uploadTo } from '#tests/db/contract/uploads/uploads.ts'
import { appendLate, endedRun, filedRange, projectAll, reject, runIdOf, runOf } from './archived-world.ts'
import { type ChangeRows, type OpenStore, appendTo, day, newEvent, piiKey } from '#tests/db/contract/setup.ts'

/** Positions per range. The first range has the events before the examined one, in which the runs of the cases end. */
const size = 150

interface RemovalCase {
  /** Completes the sentence "a run …". */
  name: string
  /** Events in the examined range. */
  events?: () => NewEvent[]
  /** Events of the same run in the range before. */
  earlier?: () => NewEvent[]
  /** Called after the events were appended, before they are projected. */
  prepare?: (store: Store, run: NewEvent[]) => Promise<unknown>
  /** Statements that are executed after the events are projected. Most leave only one reason to keep the run. */
  change?: (runId: string) => string[]
  /** Called last. */
  finish?: (store: Store, run: NewEvent[]) => Promise<unknown>
}

const withIds = (change: (id: string) => string) => () =>
  endedRun().map((event) => ({ ...event, id: change(event.id) }))

const withForm = (form: Record<string, string>, at = noon) =>
  endedRun(at).map((event) => (event.type === 'step' ? { ...event, personal: { form } } : event))

const addMessage = (destination: string, state: string) => (runId: string) => [
  `INSERT INTO outbox (destination, position, run_id, event_type, sequence, message_id, state, attempts, next_attempt_at, created_at)
   SELECT '${destination}', position, run_id, type, 1, '', '${state}', 0, ${noon}, ${noon}
   FROM events WHERE run_id = '${runId}' AND type = 'step'`,
]

const clear =
  (...tables: string[]) =>
  (runId: string) =>
    tables.map((table) => `DELETE FROM ${table} WHERE run_id = '${runId}'`)

const removed: RemovalCase[] = [
  { name: 'that ended without an order' },
  {
    name: 'whose data and key were removed when their retention ended',
    events: () => withForm({ vorname: 'Ada', email: 'ada@example.org' }, noon - 60 * day),
    prepare: (store) => store.retention.expirePersonal({ ...expiry, now: noon }),
  },
  {
    name: 'with a rejected event that was replayed',
    prepare: reject,
    change: (runId) => [
      `UPDATE rejected_events SET state = 'duplicate' WHERE run_id = '${runId}'`,
      ...clear('data_keys')(runId),
    ],
  },
  ...['webhook', 'conversions'].flatMap((destination) =>
    ['delivered', 'discarded'].map((state) => ({
      name: `with a message to ${destination} that is ${state}`,
      change: addMessage(destination, state),
    })),
  ),
]

/** Each of these runs fits but for one condition. */
const kept: RemovalCase[] = [
  { name: 'that may still lapse', events: () => runOf(['start', 'step']) },
  { name: 'with an order', events: () => runOf(['start', 'complete']) },
  { name: 'whose erasure is in the log', events: () => runOf(['start', 'step', 'lapsed', 'erased']) },
  { name: 'that began in the range before', earlier: () => runOf(['start', 'step']) },
  { name: 'whose events in the range before were removed', earlier: () => endedRun() },
  { name: 'with a later event that is not projected yet', finish: appendLate },
  {
    name: 'whose row includes a later event',
    change: (runId) => [`UPDATE runs SET last_position = ${3 * size} WHERE run_id = '${runId}'`],
  },
  {
    name: 'that is counted only in a generation that is not live',
    change: (runId) => [`UPDATE runs SET generation = generation + 1 WHERE run_id = '${runId}'`],
  },
  {
    name: 'that is excluded, with a row of an earlier format, which an exclusion leaves',
    change: (runId) => [
      `INSERT INTO excluded_runs (run_id, at, excluded_by, reason, position) VALUES ('${runId}', ${noon}, 'operator', 'test', 0)`,
    ],
  },
  { name: 'with a rejected event that can be replayed', prepare: reject, change: clear('data_keys') },
  ...['webhook', 'conversions'].flatMap((destination) =>
    ['pending', 'held', 'dead'].map((state) => ({
      name: `with a message to ${destination} that is ${state}`,
      change: addMessage(destination, state),
    })),
  ),
  {
    name: 'with personal data',
    events: () => withForm({ vorname: 'Ada' }),
    change: clear('data_keys'),
  },
  {
    name: 'with a data key',
    events: () => withForm({ vorname: 'Ada' }),
    change: clear('personal_data'),
  },
  {
    name: 'that is found by its e-mail address',
    events: () => withForm({ email: 'ada@example.org' }),
    change: clear('personal_data', 'data_keys'),
  },
  {
    name: 'with an upload',
    prepare: (store, run) => uploadTo(store, { runId: runIdOf(run) }),
    change: clear('data_keys'),
  },
  { name: 'with ids that are no UUIDs', events: withIds((id) => id.replace(/^./, 'x')) },
  { name: 'with UUIDs without hyphens', events: withIds((id) => id.replaceAll('-', '')) },
  { name: 'with UUIDs in upper case', events: withIds((id) => `A${id.slice(1)}`) },
]

const cases = [...removed, ...kept]
const outcomes = (names: RemovalCase[], outcome: string) =>
  Object.fromEntries(names.map(({ name }) => [name, outcome]))

export function removableRunsContract(open: OpenStore, changeRows: ChangeRows) {
  describe('the archive', () => {
    test('removes the runs that only a rebuild reads, and keeps each run with one reason to stay', async () => {
      const database = randomUUID()
      await using store = closing(await open({ database, piiKey, rangePositions: size }))
      const runs = cases.map(({ earlier, events = endedRun }) => {
        const run = events()
        const before = earlier?.().map((event) => ({ ...event, runId: runIdOf(run) })) ?? []
        return { before, run }
      })
      await appendTo(
        store,
        runs.flatMap(({ before }) => before),
      )
      await archiveNext(store)

      for (const [index, { prepare }] of cases.entries()) {
        await appendTo(store, runs[index]!.run)
        await prepare?.(store, runs[index]!.run)
      }
      await fillRange(store)
      const changes = cases.flatMap(({ change }, index) => change?.(runIdOf(runs[index]!.run)) ?? [])
      await changeRows(database, changes)
      for (const [index, { finish }] of cases.entries()) await finish?.(store, runs[index]!.run)

      const count = () =>
        Promise.all(runs.map(async ({ run }) => (await store.log.readRun(runIdOf(run))).length))
      const before = await count()
      await store.archive.archive(filedRange(size, 2 * size))
      const after = await count()
      const outcomeOf = (index: number) =>
        after[index] === before[index] ? 'kept' : after[index] === 0 ? 'removed' : 'incomplete'
      expect(Object.fromEntries(cases.map(({ name }, index) => [name, outcomeOf(index)]))).toEqual({
        ...outcomes(removed, 'removed'),
        ...outcomes(kept, 'kept'),
      })
    })
  })
}

function closing(store: Store): Store & AsyncDisposable {
  return { ...store, [Symbol.asyncDispose]: () => store.close() }
}

async function archiveNext(store: Store): Promise<void> {
  await fillRange(store)
  await store.archive.archive(filedRange(0, size))
}

/** Appends further runs until an event follows the range that is not archived yet. Projects all events. */
async function fillRange(store: Store): Promise<void> {
  const upTo = (await store.archive.end()) + size
  const missing = upTo - (await store.log.head())
  if (missing < 0) throw new Error('the range is too small for its cases')
  await appendTo(
    store,
    Array.from({ length: missing + 1 }, () => newEvent()),
  )
  await projectAll(store)
}
