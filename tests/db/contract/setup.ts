import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import type { AppendRequest, NewEvent } from '#db/ports/event-log.ts'
import type {
  CountedRun,
  DropOffChange,
  DropOffCount,
  ProjectionCommit,
  RunRow,
} from '#db/ports/projection-store.ts'
import { isPlaced } from '#domain/attribution/credit-touches.ts'
import type { RunSegment } from '#domain/runs/dimensions.ts'
import { familyOf } from '#domain/runs/measure-families.ts'
import type { Store } from '#db/ports/store.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

export interface OpenOptions {
  /** Name of the database. Opening the same name again opens the same database. */
  database: string
  /** Key for personal data, 32 bytes long. */
  piiKey: Uint8Array
  /** Number of positions per archived range. */
  rangePositions?: number
}
export type OpenStore = (options: OpenOptions) => Promise<Store>

/** Executes SQL statements in an open database, for states that the methods of a store reach only after failures or not at all. */
export type ChangeRows = (database: string, statements: readonly string[]) => Promise<void>

export const second = 1000
export const day = 24 * 3600 * second
export const piiKey = new Uint8Array(32).fill(7)
export const windowMs = 30 * second

/** Returns functions that open stores for a test. The stores are closed after the test. */
export function testStores(open: OpenStore) {
  const stores: Store[] = []
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
  })
  const keep = async (database: string) => {
    const store = await open({ database, piiKey })
    stores.push(store)
    return store
  }
  return {
    /** Opens a store with an empty database. */
    store: () => keep(randomUUID()),
    /** Opens two stores with the same empty database, as two processes do. */
    pair: async () => {
      const database = randomUUID()
      return [await keep(database), await keep(database)] as const
    },
  }
}

export function newEvent(
  over: Partial<Omit<NewEvent, 'data' | 'meta'>> & { data?: object } = {},
  type: StoredEventType = over.type ?? 'step',
): NewEvent {
  const { personal, fingerprint, once, ...event } = over
  const { position: _, ...stored } = storedEvent(type, event)
  return {
    ...stored,
    ...(personal && { personal }),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(once !== undefined && { once }),
  }
}

/**
 * Appends events and returns their results without the sizes of the rows. The result of a rejected event has a code but
 * no position.
 */
export async function appendTo(
  store: Pick<Store, 'log'>,
  events: NewEvent[],
  over: Partial<AppendRequest> = {},
): Promise<{ status: string; position: number }[]> {
  const appended = await store.log.append({
    events,
    rejected: [],
    now: noon,
    dedupeWindowMs: windowMs,
    ...over,
  })
  return appended.map((one) => {
    const { bytes: _, ...rest } = { bytes: 0, ...one }
    return rest as { status: string; position: number }
  })
}

/** Returns a counted run in the form in which the store reads it: without its segment and measures. */
export function readRun(counted: CountedRun): RunRow {
  const { segment: _segment, measures: _measures, ...run } = counted
  return run
}

export function runSegment(over: Partial<RunSegment> = {}): RunSegment {
  return {
    device: 'mobile',
    browser: 'Safari',
    os: 'iOS',
    channel: 'Direct',
    source: '(none)',
    medium: '(none)',
    campaign: '(none)',
    reason: '(none)',
    entry: '/',
    consent: 'none',
    weekday: 'friday',
    hour: '12',
    ...over,
  }
}

export function runRow(over: Partial<CountedRun> = {}): CountedRun {
  return {
    runId: randomUUID(),
    funnel: 'anmeldung',
    version: 1,
    startedAt: noon,
    day: '2026-11-20',
    status: 'open',
    silentSince: noon,
    lastPosition: 1,
    state: { steps: [1, 2], note: 'Łódź' },
    segment: runSegment(),
    measures: ['stage:0'],
    ...over,
  }
}

/** Returns the changes that add some counts. */
export function changesOf(counts: readonly DropOffCount[]): DropOffChange[] {
  const changes = new Map<string, DropOffChange & { runs: Map<string, number> }>()
  for (const { measure, runs, ...group } of counts) {
    const family = familyOf(measure)
    const key = JSON.stringify([group.funnel, group.version, group.day, group.segment, family])
    const change = changes.get(key) ?? { ...group, family, runs: new Map<string, number>() }
    change.runs.set(measure, (change.runs.get(measure) ?? 0) + runs)
    changes.set(key, change)
  }
  return [...changes.values()]
}

/**
 * Returns an empty commit that moves the checkpoint of the live generation of an empty database from 0 to 1. Its `days`
 * are those of its runs and counts, and of its credits by the day of the start.
 */
export function projectionCommit(over: Partial<ProjectionCommit> = {}): ProjectionCommit {
  const credits = (over.attribution ?? []).filter(({ dimension }) => !isPlaced(dimension))
  return {
    generation: 1,
    format: 1,
    from: 0,
    to: 1,
    revision: 0,
    runs: [],
    orders: [],
    days: [...new Set([...(over.runs ?? []), ...(over.dropOff ?? []), ...credits].map((one) => one.day))],
    dropOff: [],
    attribution: [],
    keys: [],
    messages: [],
    holds: [],
    ...over,
  }
}
