import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type RunsReport, runsContract } from '#domain/reports/runs/shape.ts'
import type { RunFilters } from '#domain/runs/dimensions.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { TestOptions } from '#tests/service/harness.ts'
import { deliveredEvents } from '#tests/service/projections/random-runs.ts'
import { openReports } from '#tests/service/reports/open-reports.ts'
import type { Range } from './recount-figures.ts'
import { daysIn } from './recount-figures.ts'
import { type KnownRun, berlin, daysOfWorld, knownRuns, moveToWorld, stuckRun } from './recount-runs.ts'

const day = 24 * 3600 * 1000

/** Most worlds that are added until a test has seen all its cases. */
const mostAdded = 100

export interface WorldsSettings {
  /**
   * Number of worlds with which each figure is tested, for each kind of filter. A world is a random set of runs and the
   * request of a report.
   */
  worldsPerFilter: number
  /** Options of the service. By default, the service uses SQLite. */
  options: () => Promise<Partial<TestOptions>>
}

/** Kinds of filters of a report. Their order repeats from world to world, so that no test misses a kind by chance. */
const filterKinds: fc.Arbitrary<RunFilters>[] = [
  fc.constant({}),
  fc.record(
    {
      device: fc.constantFrom('mobile', 'desktop'),
      source: fc.constantFrom('a', '(none)'),
      campaign: fc.constantFrom('a', 'b', '(none)'),
      reason: fc.constantFrom('verstorben', '(none)'),
    },
    { requiredKeys: [] },
  ),
  // Some of these combinations have stored sums, others are counted run by run.
  fc.record(
    {
      device: fc.constantFrom('mobile', 'desktop'),
      browser: fc.constantFrom('Chrome', 'Safari'),
      os: fc.constantFrom('Android', 'iOS'),
      campaign: fc.constantFrom('a', '(none)'),
      entry: fc.constantFrom('/', '/alte-seite', '(none)'),
      consent: fc.constantFrom('none', 'marketing'),
      weekday: fc.constantFrom('friday', 'monday', 'sunday'),
      hour: fc.constantFrom('11', '12', '20', '01', '00-11', '12-23'),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      variant: fc.constantFrom('interval:a', 'interval:b', '(none)'),
      device: fc.constantFrom('mobile', 'desktop'),
      weekday: fc.constantFrom('friday', 'monday'),
    },
    { requiredKeys: ['variant'] },
  ),
]
const anyFilters = fc.tuple(...filterKinds)
const anyFunnel = fc.constantFrom('anmeldung', 'abmeldung')
const anyStuckRuns = fc
  .array(fc.tuple(anyFunnel, fc.nat({ max: 3 }), fc.integer({ min: 1, max: 4 })), { maxLength: 6 })
  .map((runs) =>
    runs.flatMap(([funnel, done, refusedIn], index) => stuckRun(`run-9${index}`, funnel, done, refusedIn)),
  )
/** Generates the events of many runs, so that each figure of a report usually counts at least one run. */
const anyEvents = fc
  .tuple(deliveredEvents, deliveredEvents, deliveredEvents, deliveredEvents, anyStuckRuns)
  .map(([...parts]) => {
    const stuck = parts.pop()!
    const random = parts.flatMap((events, part) =>
      events.map((event) => ({ ...event, runId: `${event.runId}${part}` })),
    )
    return [...stuck, ...random].map(withVariant)
  })

/** Variants that the starts of random runs record. Two starts of a run can differ; the earlier one counts. */
const recorded = [
  [],
  [{ experiment: 'interval', variant: 'a' }],
  [{ experiment: 'interval', variant: 'b' }],
  [{ experiment: 'earlier', variant: 'a' }],
]

function withVariant(event: StoredEvent, index: number): StoredEvent {
  if (event.type !== 'start') return event
  const variants = recorded[index % recorded.length]!
  return variants.length === 0 ? event : { ...event, data: { ...event.data, variants } }
}
const anyPast = fc.option(fc.nat({ max: 150 }), { nil: undefined, freq: 2 })
const anyDays = fc.constantFrom('both', 'first', 'second')
/**
 * Requested version of the funnel. It is usually 1: without a requested version, a report shows the newest one, which
 * few runs have.
 */
const anyVersion = fc.constantFrom(1, 1, undefined)

export interface World {
  /** Number of the world, from 0. */
  number: number
  delivered: readonly StoredEvent[]
  /** Parameter that requests a past report; empty for the present. */
  past: { asOf?: number }
  /** Events up to the requested position. */
  events: readonly StoredEvent[]
  /** All runs that `events` contain and reports count, including those that began outside `range`. */
  runs: readonly KnownRun[]
  range: Range
  before: Range
  funnel: string
  version: number | undefined
  filter: RunFilters
  /** Day in Berlin on which all events were received. */
  receivedOn: string
}

export type Worlds = Awaited<ReturnType<typeof openWorlds>>

/** Opens the service for tests with random worlds, which are sets of events. No two worlds use the same day. */
export async function openWorlds({ worldsPerFilter, options }: WorldsSettings) {
  const reports = await openReports(await options())
  const worlds = worldsPerFilter * filterKinds.length
  let entered = 0

  /** Requests a report and validates its shape. */
  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    query: Readonly<Record<string, string | number>>,
  ): Promise<z.output<Schema>> {
    const parameters = Object.entries(query).map(([name, value]) => [name, `${value}`])
    const where = `${path}?${new URLSearchParams(parameters)}`
    let response = await reports.get(where)
    // 202 means that the past report is still being computed.
    while (response.status === 202) response = await reports.get(where)
    const body = (await response.json()) as unknown
    expect(response.status, JSON.stringify(body)).toBe(200)
    return schema.parse(body)
  }

  return {
    reports,
    close: () => reports.service.close(),

    ask,

    /** Requests all pages of the list of runs of a figure. Returns them as one list. */
    async listRuns(query: Readonly<Record<string, string | number>>): Promise<RunsReport> {
      const first = await ask(runsContract.shape, 'runs', query)
      const rows = [...first.rows]
      let { nextCursor: cursor } = first
      while (cursor !== null) {
        const page: RunsReport = await ask(runsContract.shape, 'runs', { ...query, cursor })
        rows.push(...page.rows)
        cursor = page.nextCursor
      }
      return { ...first, rows }
    },

    /**
     * Generates random worlds. For each one, appends its events to the log and then calls `check`. Each world begins with
     * the events of `more`, for figures that need many runs. Worlds are added until `seenAll` returns true, so that a test
     * does not fail by chance because its random worlds lack a case that it must see.
     */
    async inEveryWorld(
      check: (world: World) => Promise<void>,
      { more = [], seenAll = () => true }: { more?: readonly StoredEvent[]; seenAll?: () => boolean } = {},
    ): Promise<void> {
      const enteredBefore = entered
      const anyWorld = fc.tuple(anyEvents, anyPast, anyDays, anyFunnel, anyVersion, anyFilters)
      const property = fc.asyncProperty(anyWorld, async ([random, cut, days, funnel, version, filters]) => {
        const number = entered++
        const filter = filters[(number - enteredBefore) % filters.length]!
        const { first, second, at } = daysOfWorld(number)
        const delivered = moveToWorld(number, [...more, ...random])
        reports.service.clock.set(at)
        const begins = await reports.service.store.log.head()
        await reports.append(...delivered)
        const length = cut === undefined ? delivered.length : 1 + (cut % delivered.length)
        const past = cut === undefined ? {} : { asOf: begins + length }
        const events = delivered.slice(0, length)
        const range = { from: days === 'second' ? second : first, to: days === 'first' ? first : second }
        const rangeMs = daysIn(range).length * day
        const before = { from: shifted(range.from, -rangeMs), to: shifted(range.to, -rangeMs) }
        const parameters = { past, range, before, funnel, version, filter }
        await check({
          number,
          delivered,
          events,
          runs: knownRuns(events),
          ...parameters,
          receivedOn: berlin(at),
        })
      })
      // Do not shrink a failing world, because each attempt would store another world. The printed seed reproduces the
      // failure.
      await fc.assert(property, { numRuns: worlds, endOnFailure: true })
      for (let added = 0; added < mostAdded && !seenAll(); added += 1)
        await fc.assert(property, { numRuns: 1, endOnFailure: true })
      expect(seenAll(), `cases seen in ${worlds + mostAdded} worlds`).toBe(true)
    },
  }
}

const shifted = (one: string, ms: number) => new Date(Date.parse(one) + ms).toISOString().slice(0, 10)

/** Expects the same items in any order. */
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
