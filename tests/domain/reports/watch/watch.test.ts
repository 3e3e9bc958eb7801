import { describe, expect, test } from 'vitest'
import { hoursPerDay } from '#domain/reports/watch/series.ts'
import { watch } from '#domain/reports/watch/watch.ts'
import { allVariants } from '#tests/variants.ts'
import {
  type Hour,
  begin,
  examined,
  historyDays,
  plantedSeries,
  prices,
  quietHour,
  rejectedSeries,
} from './planted-site.ts'

const quiet = { prices, holidays: [] }

const within = (hour: number, from: number, length: number) => hour >= from && hour < from + length

/** A rule rejects every e-mail address, and most visitors leave. */
const brokenEmail: Hour = {
  reached: [12, 8, 1],
  lost: [4, 7],
  messages: [{ step: 2, field: 'email', rule: 'format', runs: 8 }],
  incompleteOrders: 0,
}
/** Visitors leave step 2 without a message. */
const silentLoss: Hour = { ...brokenEmail, messages: quietHour.messages }
const nobody: Hour = { reached: [0, 0, 0], lost: [0, 0], messages: [], incompleteOrders: 0 }

test('nothing is found where every hour is like the others', () => {
  expect(watch(plantedSeries(), examined, quiet)).toEqual([])
})

test('a message, the losses and orders that it costs, in both funnels, are one finding', () => {
  const found = watch(
    plantedSeries((hour) => (within(hour, begin, 12) ? brokenEmail : undefined)),
    examined,
    quiet,
  )
  expect(found).toHaveLength(1)
  const [one] = found
  expect(one).toMatchObject({
    subject: { kind: 'message', funnel: null, field: 'email', rule: 'format' },
    funnels: ['aenderung', 'anmeldung'],
    byFunnel: ['aenderung', 'anmeldung'].map((funnel) => ({
      funnel,
      step: 2,
      hits: 12 * 2 * 8,
      all: 12 * 2 * 8,
    })),
    slices: [],
    period: { from: begin, to: begin + 12 },
    hits: 12 * 4 * 8,
    all: 12 * 4 * 8,
  })
  const kinds = one!.explained.map(({ kind, funnel }) => [kind, funnel])
  expect(kinds).toContainEqual(['loss', 'anmeldung'])
  expect(kinds).toContainEqual(['loss', 'aenderung'])
  // Found with the first hour: 16 of 16 runs of each funnel had the message, instead of one in eight.
  expect(one!.foundAt).toBe(begin + 1)
  expect(one!.closedAt).toBeGreaterThan(begin + 12)
  expect(one!.closedAt).toBeLessThanOrEqual(begin + 14)
  // Step 2 is the last one. Of 8 runs, 7 instead of 2 were lost in each of 12 hours, on both devices.
  const lost = 12 * 2 * (7 - 8 * (2 / 8))
  expect(one!.loss!.orders).toBeGreaterThan(2 * lost * 0.99)
  expect(one!.loss!.orders).toBeLessThanOrEqual(2 * lost)
  expect(one!.loss!.cents / (lost * (4000 + 2000))).toBeCloseTo(1, 2)
})

test('losses that are seen in each funnel, but not over all together, are one finding of all', () => {
  const series = plantedSeries((hour) => (within(hour, begin, 12) ? silentLoss : undefined))
  const ofFunnels = series.filter(({ subject }) => subject.kind !== 'loss' || subject.funnel !== null)
  expect(ofFunnels.length).toBeLessThan(series.length)
  const found = watch(ofFunnels, examined, quiet)
  expect(found.map(({ subject, funnels }) => [subject.kind, subject.step, funnels])).toEqual([
    ['loss', 2, ['aenderung', 'anmeldung']],
  ])
})

test('an earlier step costs the orders of those who would have come through the later ones', () => {
  const lostAtStart: Hour = { ...quietHour, reached: [12, 2, 1], lost: [10, 1], messages: [] }
  const [one, ...others] = watch(
    plantedSeries((hour, { funnel }) =>
      funnel === 'anmeldung' && within(hour, begin, 10) ? lostAtStart : undefined,
    ),
    examined,
    quiet,
  )
  expect(others).toEqual([])
  expect(one).toMatchObject({ subject: { kind: 'loss', funnel: 'anmeldung', step: 1 }, hits: 200, all: 240 })
  // Three quarters of those who pass step 1 order.
  expect(one!.loss!.orders / (10 * 2 * 6 * 0.75)).toBeCloseTo(1, 1)
  expect(one!.loss!.cents / (one!.loss!.orders * 4000)).toBeCloseTo(1, 4)
})

test('a fault of one device names it, with the browser that only this device has', () => {
  const found = watch(
    plantedSeries((hour, { device }) =>
      device === 'mobile' && within(hour, begin, 24) ? silentLoss : undefined,
    ),
    examined,
    quiet,
  )
  expect(found.map(({ subject, funnels, slices }) => [subject.kind, subject.step, funnels, slices])).toEqual([
    [
      'loss',
      2,
      ['aenderung', 'anmeldung'],
      [
        { dimension: 'device', value: 'mobile' },
        { dimension: 'browser', value: 'Safari' },
      ],
    ],
  ])
})

test('a fault without an end stays open, and one that comes again is a second finding', () => {
  const open = watch(
    plantedSeries((hour) => (hour >= begin ? brokenEmail : undefined)),
    examined,
    quiet,
  )
  expect(open.map(({ closedAt, period }) => [closedAt, period.to])).toEqual([[null, examined.to]])
  const twice = watch(
    plantedSeries((hour) =>
      within(hour, begin, 5) || within(hour, begin + 40, 5) ? brokenEmail : undefined,
    ),
    examined,
    quiet,
  )
  expect(twice.map(({ period }) => period)).toEqual([
    { from: begin, to: begin + 5 },
    { from: begin + 40, to: begin + 45 },
  ])
})

const isDaytime = (hour: number) => hour % hoursPerDay >= 8

describe('the begin of a fault', () => {
  /** One run an hour by day, of which none has the message of the fault otherwise. Periods with 20 runs are long. */
  const ibanRun: Hour = {
    reached: [1, 1, 0],
    lost: [0, 1],
    messages: [{ step: 2, field: 'iban', rule: 'format', runs: 1 }],
    incompleteOrders: 0,
  }
  const usualRun: Hour = { ...ibanRun, reached: [1, 1, 1], lost: [0, 0], messages: [] }

  test('is exact, also if two runs of the days before came to the step only during it', () => {
    const series = plantedSeries((hour, { funnel, device }) => {
      if (funnel !== 'anmeldung' || device !== 'mobile' || !isDaytime(hour)) return nobody
      const isHit = within(hour, begin, 12) && (hour - begin) % 2 === 0
      return isHit || hour === begin - 34 || hour === begin - 40 ? ibanRun : usualRun
    })
    const found = watch(series, examined, quiet)
    expect(found.map(({ subject: { kind, field }, period }) => [kind, field, period.from])).toEqual([
      ['message', 'iban', begin],
    ])
  })

  test.each(allVariants ? [0, 16, 24, 40, 64, 88] : [0, 24, 88])(
    'is exact, also if one run had its message %i hours before',
    (earlier) => {
      const series = plantedSeries((hour, { funnel, device }) => {
        if (funnel !== 'anmeldung' || device !== 'mobile' || !isDaytime(hour)) return nobody
        return within(hour, begin, 12) || hour === begin - earlier ? ibanRun : usualRun
      })
      const found = watch(series, examined, quiet)
      expect(found.map(({ subject: { kind, field }, period }) => ({ kind, field, period }))).toEqual([
        { kind: 'message', field: 'iban', period: { from: begin, to: begin + 12 } },
      ])
    },
  )
})

test('hours in which nobody came are an outage, not lost runs', () => {
  const found = watch(
    plantedSeries((hour) => (within(hour, begin, 8) ? nobody : undefined)),
    examined,
    quiet,
  )
  expect(
    found.map(({ subject, period, explained }) => [subject.kind, period, explained.map(({ kind }) => kind)]),
  ).toEqual([['runs', { from: begin, to: begin + 8 }, ['orders']]])
  // 4 groups have 6 orders an hour.
  expect(found[0]!.loss!.orders / (8 * 4 * 6)).toBeCloseTo(1, 2)
})

test('few runs on a public holiday are no outage, but lost runs are a loss', () => {
  const holiday = Math.floor(begin / hoursPerDay) * hoursPerDay
  const on = (hour: number) => within(hour, holiday, hoursPerDay)
  const empty = plantedSeries((hour) => (on(hour) ? nobody : undefined))
  const kinds = (series: typeof empty, holidays: number[]) =>
    watch(series, examined, { prices, holidays }).map(({ subject }) => subject.kind)
  expect(kinds(empty, [])).toEqual(['runs'])
  expect(kinds(empty, [holiday])).toEqual([])
  const lossy = plantedSeries((hour) => (on(hour) ? silentLoss : undefined))
  expect(kinds(lossy, [holiday])).toEqual(['loss'])
})

test('rejected events suppress the losses that they only seem to cause', () => {
  const badDay = historyDays + 3
  const lostEvents: Hour = { ...quietHour, reached: [12, 4, 3], lost: [8, 1], messages: [] }
  const series = plantedSeries((hour) => (Math.floor(hour / hoursPerDay) === badDay ? lostEvents : undefined))
  const kinds = (rejectedOnDay: number) =>
    watch([...series, rejectedSeries((day) => (day === badDay ? rejectedOnDay : 2))], examined, quiet).map(
      ({ subject, loss, apparent }) => ({
        kind: subject.kind,
        loss,
        apparent: apparent.map(({ step }) => step),
      }),
    )
  expect(kinds(900)).toEqual([{ kind: 'rejected', loss: null, apparent: [1, 1] }])
  // Few rejected events do not explain them.
  expect(kinds(4).map(({ kind }) => kind)).toEqual(['loss'])
})

test('without two weeks before, and with fewer than 20 runs, nothing is found', () => {
  const early = { from: 0, to: 14 * hoursPerDay }
  expect(
    watch(
      plantedSeries((hour) => (within(hour, 100, 24) ? brokenEmail : undefined)),
      early,
      quiet,
    ),
  ).toEqual([])
  const rare: Hour = { reached: [1, 1, 1], lost: [0, 0], messages: [], incompleteOrders: 0 }
  const lostRare: Hour = { ...rare, reached: [1, 0, 0], lost: [1, 0] }
  // One run every 24 hours in each group, for 3 days: 6 lost runs of 6 in a funnel.
  const series = plantedSeries((hour) =>
    hour % hoursPerDay === 9 ? (within(hour, begin, 72) ? lostRare : rare) : nobody,
  )
  expect(watch(series, examined, quiet)).toEqual([])
})
