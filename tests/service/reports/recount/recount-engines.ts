import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { allVariants } from '#tests/variants.ts'
import { type Worlds, type WorldsSettings, openWorlds } from './recount-worlds.ts'

/**
 * Returns the engines to test. PostgreSQL needs fewer worlds (sets of random runs), because only its SQL differs from
 * SQLite. Each engine tests every kind of filter. A test that must see other cases adds worlds until it has seen them.
 */
function engines(): (WorldsSettings & { name: string })[] {
  const databases = postgresDatabases('file')
  return [
    { name: 'SQLite', worldsPerFilter: allVariants ? 5 : 2, options: async () => ({}) },
    {
      name: 'PostgreSQL',
      worldsPerFilter: 1,
      async options() {
        const url = await databases.url()
        return { openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) }
      },
    },
  ]
}

/**
 * Defines tests that run on each engine and compare reports about random runs with an independent count. Call this
 * function once per test file. `worlds` returns the sets of random runs. Call `worlds` only while a test is running,
 * because the sets do not exist earlier.
 */
export function describeRecount(what: string, tests: (worlds: () => Worlds) => void): void {
  for (const engine of engines())
    describe(
      `${what} of random runs on ${engine.name}, compared with an independent count`,
      { timeout: 120_000, tags: engine.name === 'SQLite' ? [] : 'slow' },
      () => {
        let worlds: Worlds
        beforeAll(async () => {
          worlds = await openWorlds(engine)
        }, 120_000)
        afterAll(() => worlds.close())
        tests(() => worlds)
      },
    )
}
