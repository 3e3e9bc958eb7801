import type { DestinationName } from '#db/ports/outbox-store.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { NewEvent } from '#db/ports/event-log.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/ports/store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { withNewestSchema } from '#tests/speed/new-database.ts'

export const silent = pino({ level: 'silent' })

export interface OpenProjected {
  /** Number of positions per archived range. */
  rangePositions?: number
}

/** Opens a store on a real SQLite file, with helpers for the tests of projections. */
export async function openProjectedStore(options: OpenProjected = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'formlotse-'))
  const file = withNewestSchema(path.join(folder, 'formlotse.db'))
  const piiKey = randomBytes(32)
  const store = await openSqliteStore({ file, piiKey, exclusive: true, ...options })
  return {
    ...projecting(store),
    file,
    piiKey,
    /** Environment variables for a command that uses the same database. */
    env: { DATABASE_URL: `file:${file}`, DATA_DIR: folder, PII_KEY: piiKey.toString('base64') },

    async close(): Promise<void> {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function projecting(store: Store) {
  return {
    store,

    async append(...events: StoredEvent[]): Promise<void> {
      const withoutPosition = events.map(({ position: _position, ...event }) => event as NewEvent)
      await store.log.append({ events: withoutPosition, rejected: [], now: noon, dedupeWindowMs: 0 })
    },

    /** Projects the whole log into the live generation. */
    async catchUp(size = 100, destinations: readonly DestinationName[] = []): Promise<void> {
      const settings = { size, now: noon, destinations }
      while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
    },

    /** Returns all rows of the live generation. */
    async rows() {
      return store.projections.dump((await store.projections.live()).generation)
    },
  }
}

export type ProjectedStore = Omit<Awaited<ReturnType<typeof openProjectedStore>>, 'file' | 'piiKey'>

/** Waits until a condition holds; throws after 30 s. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 30_000
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error(`still not after 30 s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
