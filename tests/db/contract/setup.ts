import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import type { AppendRequest, NewEvent } from '#db/event-log.ts'
import type { CountedRun, ProjectionCommit, RunRow } from '#db/projection-store.ts'
import type { Store } from '#db/store.ts'
import type { StoredEventType } from '#domain/stored-event.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

export interface OpenOptions {
  /** Opening the same name again opens the same database. */
  database: string
  /** 32 bytes. */
  piiKey: Uint8Array
}
export type OpenStore = (options: OpenOptions) => Promise<Store>

export const second = 1000
export const day = 24 * 3600 * second
export const piiKey = new Uint8Array(32).fill(7)
export const windowMs = 30 * second

/** Opens databases for tests and closes what a test has left open. */
export function fresh(open: OpenStore) {
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
    /** A store over an empty database. */
    store: () => keep(randomUUID()),
    /** Two stores over one empty database, as two processes have them. */
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

export function appendTo(store: Store, events: NewEvent[], over: Partial<AppendRequest> = {}) {
  return store.log.append({ events, rejected: [], now: noon, dedupeWindowMs: windowMs, ...over })
}

/** As it is read back. */
export function readRun(counted: CountedRun): RunRow {
  const { segment: _segment, measures: _measures, ...run } = counted
  return run
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
    segment: { device: 'mobile', source: '(none)', medium: '(none)', campaign: '(none)', reason: '(none)' },
    measures: ['stage:0'],
    ...over,
  }
}

/** A commit of the live generation of an empty database, from 0 to 1, with nothing in it. */
export function projectionCommit(over: Partial<ProjectionCommit> = {}): ProjectionCommit {
  return {
    generation: 1,
    format: 1,
    from: 0,
    to: 1,
    runs: [],
    orders: [],
    dropOff: [],
    attribution: [],
    deliveries: [],
    jobs: [],
    ...over,
  }
}
