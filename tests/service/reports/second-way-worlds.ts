import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { z } from 'zod'
import { openPostgresStore } from '#db/postgres/open.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import type { postgresDatabases } from '#tests/postgres/databases.ts'
import type { TestOptions } from '../harness.ts'
import { deliveredEvents } from '../projections/random-runs.ts'
import { openReports } from './open-reports.ts'
import type { Range } from './second-way-figures.ts'
import { daysIn } from './second-way-figures.ts'
import { type KnownRun, berlin, daysOfWorld, knownRuns, moveToWorld } from './second-way-runs.ts'

const day = 24 * 3600 * 1000

interface Engine {
  name: string
  /** How many random worlds each figure is tried on. */
  worlds: number
  options: () => Promise<Partial<TestOptions>>
}

/** The engines, for `describe.each`. What differs between them is SQL, which few worlds show. */
export function secondWayEngines(databases: ReturnType<typeof postgresDatabases>): Engine[] {
  return [
    { name: 'SQLite', worlds: 20, options: async () => ({}) },
    {
      name: 'PostgreSQL',
      worlds: 3,
      async options() {
        const url = await databases.url()
        return { openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) }
      },
    },
  ]
}

const anyFilter = fc.record(
  {
    device: fc.constantFrom('mobile', 'desktop'),
    source: fc.constantFrom('a', '(none)'),
    campaign: fc.constantFrom('a', 'b', '(none)'),
    reason: fc.constantFrom('verstorben', '(none)'),
  },
  { requiredKeys: [] },
)
const anyDays = fc.constantFrom('both', 'first', 'second')
const anyFunnel = fc.constantFrom('anmeldung', 'abmeldung')

type Filter = typeof anyFilter extends fc.Arbitrary<infer Value> ? Value : never

export interface World {
  events: readonly StoredEvent[]
  /** All that count, whatever their day. */
  runs: readonly KnownRun[]
  range: Range
  before: Range
  funnel: string
  filter: Filter
  /** Berlin day on which all events were received. */
  receivedOn: string
}

export type Worlds = Awaited<ReturnType<typeof openWorlds>>

/** The service with its reports, for random events that each are put into days of their own. */
export async function openWorlds({ worlds, options }: Engine) {
  const reports = await openReports(await options())
  let entered = 0

  return {
    reports,
    close: () => reports.service.close(),

    /** Asks for a report, which must fit its shape. */
    async ask<Schema extends z.ZodType>(
      schema: Schema,
      path: string,
      query: Readonly<Record<string, string | number>>,
    ): Promise<z.output<Schema>> {
      const parameters = Object.entries(query).map(([name, value]) => [name, `${value}`])
      const answer = await reports.get(`${path}?${new URLSearchParams(parameters)}`)
      const body = (await answer.json()) as unknown
      expect(answer.status, JSON.stringify(body)).toBe(200)
      return schema.parse(body)
    },

    /** Lets reports about random events be checked. */
    inEveryWorld(check: (world: World) => Promise<void>): Promise<void> {
      const anyWorld = fc.tuple(deliveredEvents, anyDays, anyFunnel, anyFilter)
      const property = fc.asyncProperty(anyWorld, async ([delivered, days, funnel, filter]) => {
        const number = entered++
        const { first, second, at } = daysOfWorld(number)
        const events = moveToWorld(number, delivered)
        reports.service.clock.set(at)
        await reports.append(...events)
        const range = { from: days === 'second' ? second : first, to: days === 'first' ? first : second }
        const length = daysIn(range).length * day
        const before = { from: shifted(range.from, -length), to: shifted(range.to, -length) }
        await check({
          events,
          runs: knownRuns(events),
          range,
          before,
          funnel,
          filter,
          receivedOn: berlin(at),
        })
      })
      return fc.assert(property, { numRuns: worlds })
    },
  }
}

const shifted = (one: string, ms: number) => new Date(Date.parse(one) + ms).toISOString().slice(0, 10)

/** The same whatever the order. */
export function expectSame(given: readonly unknown[], expected: readonly unknown[]): void {
  expect(inOrder(given)).toEqual(inOrder(expected))
}

function inOrder(items: readonly unknown[]): string[] {
  return items.map((one) => JSON.stringify(sorted(one))).toSorted()
}

function sorted(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
  return Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
