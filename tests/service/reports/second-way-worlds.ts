import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type RunsReport, runsSchema } from '#domain/reports/run-shapes.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import type { TestOptions } from '../harness.ts'
import { deliveredEvents } from '../projections/random-runs.ts'
import { openReports } from './open-reports.ts'
import type { Range } from './second-way-figures.ts'
import { daysIn } from './second-way-figures.ts'
import { type KnownRun, berlin, daysOfWorld, knownRuns, moveToWorld, stuckRun } from './second-way-runs.ts'

const day = 24 * 3600 * 1000

export interface WorldsSettings {
  /** How many random worlds each figure is tried on. */
  worlds: number
  /** Of the service, whose store is SQLite's without them. */
  options: () => Promise<Partial<TestOptions>>
}

/** Often none: little is left of few runs when they are told apart by several things. */
const anyFilter = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        device: fc.constantFrom('mobile', 'desktop'),
        source: fc.constantFrom('a', '(none)'),
        campaign: fc.constantFrom('a', 'b', '(none)'),
        reason: fc.constantFrom('verstorben', '(none)'),
      },
      { requiredKeys: [] },
    ),
  },
)
const anyFunnel = fc.constantFrom('anmeldung', 'abmeldung')
const anyStuckRuns = fc
  .array(fc.tuple(anyFunnel, fc.nat({ max: 3 }), fc.integer({ min: 1, max: 4 })), { maxLength: 6 })
  .map((runs) =>
    runs.flatMap(([funnel, done, refusedIn], index) => stuckRun(`run-9${index}`, funnel, done, refusedIn)),
  )
/** Enough runs that every figure is of some. */
const anyEvents = fc
  .tuple(deliveredEvents, deliveredEvents, deliveredEvents, deliveredEvents, anyStuckRuns)
  .map(([...parts]) => {
    const stuck = parts.pop()!
    const random = parts.flatMap((events, part) =>
      events.map((event) => ({ ...event, runId: `${event.runId}${part}` })),
    )
    return [...stuck, ...random]
  })
const anyPast = fc.option(fc.nat({ max: 150 }), { nil: undefined, freq: 2 })
const anyDays = fc.constantFrom('both', 'first', 'second')
/** Of the funnel; absent the newest one, which few of the runs have. */
const anyVersion = fc.constantFrom(1, 1, undefined)

type Filter = Partial<Record<'device' | 'source' | 'campaign' | 'reason', string>>

export interface World {
  delivered: readonly StoredEvent[]
  /** Parameter of the reports: the past in which they are asked for, if it is not the present. */
  past: { asOf?: number }
  /** What had been delivered by then. */
  events: readonly StoredEvent[]
  /** All that counted then, whatever their day. */
  runs: readonly KnownRun[]
  range: Range
  before: Range
  funnel: string
  version: number | undefined
  filter: Filter
  /** Berlin day on which all events were received. */
  receivedOn: string
}

export type Worlds = Awaited<ReturnType<typeof openWorlds>>

/** The service with its reports, for random events that each are put into days of their own. */
export async function openWorlds({ worlds, options }: WorldsSettings) {
  const reports = await openReports(await options())
  let entered = 0

  /** Asks for a report, which must fit its shape. */
  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    query: Readonly<Record<string, string | number>>,
  ): Promise<z.output<Schema>> {
    const parameters = Object.entries(query).map(([name, value]) => [name, `${value}`])
    const where = `${path}?${new URLSearchParams(parameters)}`
    let answer = await reports.get(where)
    // A past report that is being worked out.
    while (answer.status === 202) answer = await reports.get(where)
    const body = (await answer.json()) as unknown
    expect(answer.status, JSON.stringify(body)).toBe(200)
    return schema.parse(body)
  }

  return {
    reports,
    close: () => reports.service.close(),

    ask,

    /** The list of runs behind a figure, over all its pages. */
    async listRuns(query: Readonly<Record<string, string | number>>): Promise<RunsReport> {
      const first = await ask(runsSchema, 'runs', query)
      const rows = [...first.rows]
      let { nextCursor: cursor } = first
      while (cursor !== null) {
        const page: RunsReport = await ask(runsSchema, 'runs', { ...query, cursor })
        rows.push(...page.rows)
        cursor = page.nextCursor
      }
      return { ...first, rows }
    },

    /** Lets reports about random events be checked. */
    inEveryWorld(check: (world: World) => Promise<void>): Promise<void> {
      const anyWorld = fc.tuple(anyEvents, anyPast, anyDays, anyFunnel, anyVersion, anyFilter)
      const property = fc.asyncProperty(anyWorld, async ([random, cut, days, funnel, version, filter]) => {
        const number = entered++
        const { first, second, at } = daysOfWorld(number)
        const delivered = moveToWorld(number, random)
        reports.service.clock.set(at)
        const begins = await reports.service.store.log.head()
        await reports.append(...delivered)
        const length = cut === undefined ? delivered.length : 1 + (cut % delivered.length)
        const past = cut === undefined ? {} : { asOf: begins + length }
        const events = delivered.slice(0, length)
        const range = { from: days === 'second' ? second : first, to: days === 'first' ? first : second }
        const asLong = daysIn(range).length * day
        const before = { from: shifted(range.from, -asLong), to: shifted(range.to, -asLong) }
        const asked = { past, range, before, funnel, version, filter }
        await check({ delivered, events, runs: knownRuns(events), ...asked, receivedOn: berlin(at) })
      })
      // Without shrinking, for which each world would have to be stored: the seed that is told says the same.
      return fc.assert(property, { numRuns: worlds, endOnFailure: true })
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
