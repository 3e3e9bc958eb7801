import * as fc from 'fast-check'
import { creditUnit, isPlaced } from '#domain/attribution/credit-touches.ts'
import type { RunSegment } from '#domain/runs/dimensions.ts'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import { describe, expect, test } from 'vitest'
import type { AttributionDelta, DropOffCount, RunRow } from '#db/ports/projection-store.ts'
import { familyOf } from '#domain/runs/measure-families.ts'
import { fieldTimeBucket } from '#domain/runs/buckets/field-time-buckets.ts'
import { timeBucket } from '#domain/runs/buckets/time-buckets.ts'
import { createKeyBook } from '#domain/reports/keys/key-book.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { countInSteps, foldBatch, projectBatch } from '#service/projections/project-batch.ts'
import { readState } from '#service/projections/rows.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { type NaiveCredit, type NaiveRun, countNaively } from './count-naively.ts'
import { deliveredEvents, inLogOrder } from './random-runs.ts'
import { allVariants } from '#tests/variants.ts'

/** Every world has several runs, so that even a few worlds contain all types of events, late ones and repeated ones. */
const numRuns = allVariants ? 150 : 50

/** Projects events and keeps the resulting rows in memory. A new row replaces the run's previous row; deltas add up. */
function project(events: readonly StoredEvent[], batchSize: number) {
  const runs = new Map<string, RunRow>()
  const dropOff = new Map<string, number>()
  const attribution = new Map<string, NaiveCredit>()
  for (let from = 0; from < events.length; from += batchSize) {
    const batch = events.slice(from, from + batchSize)
    const states = new Map(
      [...runs].map(([runId, row]) => [runId, readState(JSON.parse(JSON.stringify(row)) as RunRow)]),
    )
    const projected = projectBatch({ states, events: batch, book: createKeyBook(), now: noon })
    for (const row of projected.runs) runs.set(row.runId, row)
    const places = projected.dropOff.map((one) => JSON.stringify({ ...one, runs: undefined }))
    expect(new Set(places).size).toBe(places.length)
    for (const { runs: ofMeasures, family, ...group } of projected.dropOff)
      for (const [measure, count] of ofMeasures) {
        expect(familyOf(measure)).toBe(family)
        const key = dropOffKey({ ...group, measure })
        dropOff.set(key, (dropOff.get(key) ?? 0) + count)
      }
    for (const delta of projected.attribution) addCredit(attribution, delta)
  }
  return {
    runs,
    dropOff: new Map([...dropOff].filter(([, count]) => count !== 0)),
    attribution: new Map(
      [...attribution].filter(([, credit]) => Object.values(credit).some((value) => value !== 0)),
    ),
  }
}

function dropOffKey({ funnel, version, day, segment, measure }: Omit<DropOffCount, 'runs'>): string {
  const where = segment ? JSON.stringify(Object.values(segment).filter(Boolean)) : 'all'
  return [funnel, version, day, where, measure].join(' ')
}

function addCredit(sums: ReturnType<typeof project>['attribution'], delta: AttributionDelta): void {
  const key = `${delta.funnel} ${delta.day} ${delta.model}|${delta.dimension}|${delta.key}`
  const sum = sums.get(key) ?? { runs: 0, orders: 0, revenueCents: 0, netRevenueCents: 0 }
  sums.set(key, {
    runs: sum.runs + delta.runs,
    orders: sum.orders + delta.orders,
    revenueCents: sum.revenueCents + delta.revenueCents,
    netRevenueCents: sum.netRevenueCents + delta.netRevenueCents,
  })
}

/** Returns the groups in which a run is counted, apart from the total: its kind and the values of its dimensions. */
function kindsOf({
  device,
  browser,
  os,
  channel,
  source,
  medium,
  campaign,
  reason,
  entry,
  consent,
  hour,
}: RunSegment) {
  return [
    ['device', device],
    ['os', device, os],
    ['hour', device, hour],
    ['channel', device, channel, consent],
    ['visitor', device, browser, consent],
    ['browser', browser, channel],
    ['entry', device, entry],
    ['campaign', device, source, medium, campaign, reason],
  ].map((values) => JSON.stringify(values))
}

function naiveDropOff(runs: Iterable<NaiveRun>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const run of runs)
    for (const where of ['all', ...kindsOf(run.segment)]) {
      const add = (measure: string) => {
        const key = [run.funnel, run.version, run.day, where, measure].join(' ')
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      // Counts the measure, and its combination with what became of the run.
      const addListed = (measure: string) => {
        add(measure)
        if (run.outcome === 'abandoned') add(`left:${measure}`)
        if (!run.order) return
        const { priceCents, status } = run.order
        add(`value:${priceCents}:${status === 'paid' ? priceCents : 0}:${measure}`)
      }
      add(run.outcome === 'completed' ? 'completed' : `stage:${run.stage}`)
      if (run.outcome === 'abandoned') add(`abandoned:${run.stage}`)
      for (const [step, ms] of run.times) add(`seconds:${step}:${timeBucket(ms)}`)
      for (const hit of run.invalid) {
        addListed(`invalid:${hit.replaceAll('|', ':')}`)
        const step = Number(hit.split('|')[0])
        if (run.outcome === 'abandoned' && step > run.stage) add(`gaveUp:${hit.replaceAll('|', ':')}`)
      }
      // Sums of the use of fields are stored only for all runs and by device.
      const hasFields = where === 'all' || where.startsWith('["device"')
      if (hasFields && run.silentAt !== undefined) add(`silent:${run.silentAt}`)
      if (hasFields && run.lastField !== undefined) add(`lastField:${run.silentAt}:${run.lastField ?? '-'}`)
      for (const [key, { ms, edits, neverFilled }] of hasFields ? run.fields : []) {
        const [step, field] = key.split('|')
        const used = `${step}:${Number(step) === run.silentAt ? 'left' : 'passed'}:${field}`
        add(`fieldTime:${used}:${fieldTimeBucket(ms)}`)
        if (edits > 0) add(`corrected:${used}`)
        if (neverFilled) add(`neverFilled:${used}`)
      }
      // Choices are counted in total and by device only.
      if (where === 'all' || where.startsWith('["device"'))
        for (const choice of run.choices) addListed(`choice:${choice.join(':')}`)
      if (run.noConsent) addListed('noConsent')
      if (run.robot) addListed('robot')
      if (run.order) {
        add(`order:${run.order.priceCents}`)
        const tracking = `tracking:${run.order.browser}:${run.order.missing}`
        if (run.order.missing > 0) addListed(tracking)
        else add(tracking)
        if (run.order.recovered) addListed('recovered')
        if (run.order.contacts > 1) addListed('severalContacts')
        if (run.order.status === 'paid') add('paid')
        else if (run.order.status !== '') addListed(run.order.status)
        const { sinceContactMs, sinceStartMs } = run.order
        if (sinceContactMs !== undefined) add(`sinceContact:${rangeOf(sinceContactMs)}`)
        if (sinceStartMs !== undefined) add(`sinceStart:${rangeOf(sinceStartMs)}`)
        const { afterMs } = run.order
        add(`orderedIn:${timeBucket(afterMs)}`)
        addListed(afterMs <= 3_600_000 ? 'within:1h' : afterMs <= 86_400_000 ? 'within:1d' : 'within:7d')
        if (run.order.status === 'paid') add(`net:${run.order.priceCents}`)
        if (run.order.paidAfterMs !== null) add(`paidIn:${timeBucket(run.order.paidAfterMs)}`)
      }
    }
  return counts
}

const berlinDate = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })
const berlinHour = (at: number) =>
  new Date(at).toLocaleTimeString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 2)

/** Returns the credits of a run's order by its own day: the same as by the day of the start, and facts about the order. */
function placedCredits({ credits, day, order }: NaiveRun): Map<string, NaiveCredit> {
  const placed = new Map<string, NaiveCredit>(
    [...credits]
      .map(([name, credit]) => [name.replace('|', '|placed:'), { ...credit, runs: 0 }] as const)
      .filter(([, { orders, revenueCents }]) => orders + revenueCents > 0),
  )
  const { priceCents, at, contacts, status, sinceContactMs, sinceStartMs } = order!
  const netRevenueCents = status === 'paid' ? priceCents : 0
  const addFact = (name: string, holds = true) => {
    if (!holds) return
    const whole = { runs: 0, orders: creditUnit, revenueCents: priceCents, netRevenueCents }
    placed.set(`last|placed:${name}`, whole)
  }
  addFact('order|completed')
  addFact('order|paid', netRevenueCents > 0)
  addFact('order|severalContacts', contacts > 1)
  if (sinceContactMs !== undefined) addFact(`time|sinceContact:${rangeOf(sinceContactMs)}`)
  if (sinceStartMs !== undefined) addFact(`time|sinceStart:${rangeOf(sinceStartMs)}`)
  addFact(`hour|placed:${berlinHour(at)}`)
  addFact(`hour|sameDay:${berlinHour(at)}`, berlinDate(at) === day)
  return placed
}

/** Returns the number of the range of a time until an order. */
function rangeOf(ms: number): number {
  const minutes = ms / 60_000
  return [5, 15, 60, 360, 1440, 4320, 10_080].filter((limit) => minutes >= limit).length
}

const batchSize = fc.integer({ min: 1, max: 12 })

describe('random runs, delivered in any order and projected in any batches', () => {
  test('give the same drop-off as an independent count of their events', () => {
    fc.assert(
      fc.property(deliveredEvents, batchSize, (events, size) => {
        expect(project(events, size).dropOff).toEqual(naiveDropOff(countNaively(events).values()))
      }),
      { numRuns },
    )
  })

  test('give the same credits as an independent count of their events, within rounding', () => {
    fc.assert(
      fc.property(deliveredEvents, batchSize, (events, size) => {
        const naive = new Map<string, NaiveCredit>()
        const runs = countNaively(events)
        for (const run of runs.values()) {
          const add = (day: string, name: string, credit: NaiveCredit) => {
            const [model, dimension, key] = name.split('|') as [never, never, string]
            addCredit(naive, { funnel: run.funnel, day, model, dimension, key, ...credit })
          }
          for (const [name, credit] of run.credits) add(run.day, name, credit)
          if (run.order)
            for (const [name, credit] of placedCredits(run)) add(berlinDate(run.order.at), name, credit)
        }
        const { attribution } = project(events, size)
        expect([...attribution.keys()].sort()).toEqual([...naive.keys()].sort())
        for (const [key, credit] of attribution)
          for (const name of ['runs', 'orders', 'revenueCents', 'netRevenueCents'] as const)
            expect(Math.abs(credit[name] - naive.get(key)![name])).toBeLessThanOrEqual(runs.size)
      }),
      { numRuns },
    )
  })

  test('give the same rows for any batches', () => {
    fc.assert(
      fc.property(deliveredEvents, batchSize, (events, size) => {
        const [inOne, inMany] = [project(events, events.length), project(events, size)]
        expect(inMany).toEqual(inOne)
        expect(JSON.stringify([...inMany.runs.values()].sort(byRun))).toBe(
          JSON.stringify([...inOne.runs.values()].sort(byRun)),
        )
      }),
      { numRuns },
    )
  })

  test('give the same roll-ups in any order if no two events share a millisecond', () => {
    const apart = deliveredEvents.map((events) =>
      inLogOrder(events.map((event, index) => ({ ...event, at: event.at + index }))),
    )
    const twice = apart.chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(events, { minLength: events.length }).map(inLogOrder),
      ),
    )
    fc.assert(
      fc.property(twice, batchSize, ([events, again], size) => {
        const [one, other] = [project(events, size), project(again, size)]
        expect(other.dropOff).toEqual(one.dropOff)
        expect(other.attribution).toEqual(one.attribution)
      }),
      { numRuns },
    )
  })
})

const byRun = (a: RunRow, b: RunRow) => (a.runId < b.runId ? -1 : 1)

function projectOnce(events: StoredEvent[], destinations: DestinationName[] = []) {
  const batch = { states: new Map(), events: inLogOrder(events), book: createKeyBook(), now: noon }
  return projectBatch({ ...batch, destinations })
}

describe('a batch', () => {
  test('yields after every sixteen runs, so that visitors can be served in between', () => {
    const starts = Array.from({ length: 40 }, (_, run) =>
      storedEvent('start', { id: `start-${run}`, runId: `run-${run}` }),
    )
    const batch = { states: new Map(), events: inLogOrder(starts) }
    const keys = createKeyBook().admitting()
    const folded = foldBatch(batch, keys.admit)
    const steps = countInSteps({ ...batch, folded, keys: keys.added(), now: noon })
    expect([steps.next().done, steps.next().done]).toEqual([false, false])
    expect(steps.next()).toEqual({ done: true, value: projectOnce(starts) })
  })

  test('enqueues the forwarded messages of a run, numbered in log order', () => {
    const types = ['start', 'invalid', 'step', 'abandon', 'lapsed', 'email', 'complete', 'paid'] as const
    const { messages } = projectOnce(
      types.map((type) => storedEvent(type, { id: type, runId: 'run' })),
      ['webhook'],
    )
    expect(messages.map(({ eventType, position, sequence }) => [eventType, position, sequence])).toEqual([
      ['start', 1, 1],
      ['step', 3, 2],
      ['abandon', 4, 3],
      ['email', 6, 4],
      ['complete', 7, 5],
      ['paid', 8, 6],
    ])
    expect(messages[0]).toMatchObject({ destination: 'webhook', runId: 'run', messageId: 'msg_start' })
  })

  test('enqueues the messages that fulfil an order, for the given destinations only', () => {
    const events = (['complete', 'paid', 'sent'] as const).map((type) => storedEvent(type, { id: type }))
    const fulfil = (destinations: DestinationName[]) =>
      projectOnce(events, destinations).messages.map(({ destination, messageId, sequence, dueAt }) => [
        destination,
        messageId,
        sequence,
        dueAt! - noon,
      ])
    const hour = 3_600_000
    expect(fulfil(['documents', 'mail', 'letters'])).toEqual([
      ['documents', 'complete', 1, 0],
      ['mail', 'complete', 1, 24 * hour],
      ['documents', 'paid', 1, 0],
      ['letters', 'paid', 1, 2 * hour],
      ['mail', 'sent', 1, 0],
      ['letters', 'sent', 1, 0],
    ])
    expect(fulfil(['letters'])).toHaveLength(2)
    expect(fulfil([])).toEqual([])
  })

  test('enqueues no messages without a webhook, but counts them', () => {
    const { messages, runs } = projectOnce([storedEvent('start'), storedEvent('step')])
    expect(messages).toEqual([])
    expect(runs[0]?.state).toMatchObject({ messages: 2 })
  })

  test('of a bot is forwarded and listed, but not counted', () => {
    const robot = { meta: { bot: true } }
    const projected = projectOnce([storedEvent('start', robot), storedEvent('complete', robot)], ['webhook'])
    expect([projected.dropOff, projected.attribution]).toEqual([[], []])
    expect([projected.runs.length, projected.orders.length, projected.messages.length]).toEqual([1, 1, 2])
  })

  test('assigns the order to its own day and the last source, and its credit to the days of start and order', () => {
    const nextDay = noon + 24 * 3600 * 1000
    const touches = [{ at: noon, source: 'google' }]
    const { orders, attribution } = projectOnce([
      storedEvent('start', { meta: { touches } }),
      storedEvent('complete', { id: 'order', at: nextDay, meta: { touches } }),
      storedEvent('paid'),
    ])
    expect(orders).toEqual([
      {
        orderId: 'order',
        number: 'FL-TEST',
        runId: '00000000-0000-4000-8000-000000000001',
        funnel: 'anmeldung',
        at: nextDay,
        day: '2026-11-21',
        position: 2,
        priceCents: 4999,
        status: 'paid',
        source: 'google',
        work: 'submit',
        visitor: 'person',
        netCents: 4999,
        payment: 'money',
        lastPosition: 3,
        paidAt: noon,
        startFunnel: 'anmeldung',
        startDay: '2026-11-20',
      },
    ])
    const daysOf = (rows: typeof attribution) => new Set(rows.map(({ day }) => day))
    const [placed, started] = [true, false].map((wanted) =>
      attribution.filter(({ dimension }) => isPlaced(dimension) === wanted),
    )
    expect(daysOf(started!)).toEqual(new Set(['2026-11-20']))
    expect(daysOf(placed!)).toEqual(new Set(['2026-11-21']))
  })

  test('names the day that an uncounted run leaves when an earlier start arrives', () => {
    const meta = { bot: true }
    const [step, start] = inLogOrder([
      storedEvent('step', { at: noon, meta }),
      storedEvent('start', { at: noon - 24 * 3600 * 1000, meta }),
    ])
    const first = projectOnce([step!])
    expect(first.days).toEqual(['2026-11-20'])
    const states = new Map(first.runs.map((row) => [row.runId, readState(row)]))
    const second = projectBatch({ states, events: [start!], book: createKeyBook(), now: noon })
    expect(second.days.toSorted()).toEqual(['2026-11-19', '2026-11-20'])
    expect(second.dropOff).toEqual([])
  })

  test('refuses a state that another version of the software wrote', () => {
    const [row] = projectOnce([storedEvent('start')]).runs
    const old = { ...row!, state: { ...(row!.state as object), format: 0 } }
    expect(() => readState(old)).toThrow(/another version of Formlotse \(format .*projections:rebuild/)
  })
})
