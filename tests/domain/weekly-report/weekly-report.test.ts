import { describe, expect, test } from 'vitest'
import { weeksToCompare } from '#domain/weekly-report/past-changes.ts'
import { weeklyReport } from '#domain/weekly-report/weekly-report.ts'
import { seededRandom } from '#tests/faults/support/seeded-random.ts'
import {
  alertOf,
  fieldRow,
  fieldsOf,
  inboxOf,
  overviewOf,
  pastOf,
  sevenDays,
  stagesOf,
  trendOf,
  week,
  weekBefore,
  weeklyData,
} from './weekly-data.ts'

describe('the figures of the week', () => {
  const now = [70, 61, 58, 64, 55, 30, 28].map((runs, index) => ({
    runs,
    orders: 5 + index,
    netRevenueCents: 4999 * (4 + index),
  }))
  const before = [66, 60, 60, 60, 60, 40, 30].map((runs) => ({ runs, orders: 9, netRevenueCents: 35_000 }))

  test('are sums over its days, beside those of the week before', () => {
    const report = weeklyReport(weeklyData({ overview: overviewOf(now, before) }))
    expect(report.sales).toEqual({
      runs: 366,
      orders: 56,
      netRevenueCents: 4999 * 49,
      conversionRate: 56 / 366,
    })
    expect(report.before).toEqual({
      runs: 376,
      orders: 63,
      netRevenueCents: 245_000,
      conversionRate: 63 / 376,
    })
  })

  test('compare the conversion within weekdays', () => {
    const { conversion } = weeklyReport(weeklyData({ overview: overviewOf(now, before) }))
    // The Mantel–Haenszel difference, written out.
    let [weights, excess] = [0, 0]
    for (const [index, { runs: n, orders: x }] of now.entries()) {
      const { runs: m, orders: y } = before[index]!
      weights += (n * m) / (n + m)
      excess += (x / n - y / m) * ((n * m) / (n + m))
    }
    expect(conversion!.value).toBeCloseTo(excess / weights, 12)
    expect(conversion!.low).toBeLessThan(conversion!.value)
    expect(conversion!.high).toBeGreaterThan(conversion!.value)
  })

  test('are not compared with a week that the log does not have as a whole', () => {
    const none = { before: null, conversion: null, loss: null, beganOn: null }
    const trends = [trendOf('anmeldung', [60, 6, 6, 6, 6], [60, 30, 3, 3, 3])]
    expect(weeklyReport(weeklyData({ firstDay: weekBefore.from, trends }))).toMatchObject(none)
    expect(weeklyReport(weeklyData({ firstDay: weekBefore.to, trends }))).toMatchObject(none)
    expect(weeklyReport(weeklyData({ firstDay: '2026-11-08', trends }))).toMatchObject({
      beganOn: null,
      loss: { step: 1 },
    })
  })

  test.each([week.from, '2026-11-18', week.to])('are not whole if the log began on %s', (firstDay) => {
    expect(weeklyReport(weeklyData({ firstDay })).beganOn).toBe(firstDay)
  })
})

describe('the step whose loss changed most', () => {
  test('is found among all funnels, with its rates and the runs that it cost', () => {
    const trends = [
      trendOf('anmeldung', [60, 6, 6, 6, 6], [60, 6, 6, 6, 7]),
      // In step 2, 54 runs a day come to the step; 9 and 19 are lost.
      trendOf('abmeldung', [60, 6, 9, 5, 5], [60, 6, 19, 5, 5]),
    ]
    const { loss } = weeklyReport(weeklyData({ trends }))
    expect(loss).toMatchObject({ funnel: 'abmeldung', step: 2 })
    expect(loss!.lossRate).toBeCloseTo(19 / 54, 12)
    expect(loss!.lossRateBefore).toBeCloseTo(9 / 54, 12)
    expect(loss!.difference.value).toBeCloseTo(10 / 54, 12)
    expect(loss!.runs).toBeCloseTo(70, 9)
    expect(loss!.difference.low).toBeGreaterThan(0)
  })

  test('can be one that loses less', () => {
    const trends = [trendOf('anmeldung', [60, 20, 6, 6, 6], [60, 8, 8, 8, 8])]
    expect(weeklyReport(weeklyData({ trends })).loss).toMatchObject({ step: 1, runs: -84 })
  })

  test('is none if chance explains all changes, or if there are too few runs', () => {
    for (const trends of [
      [],
      [trendOf('anmeldung', [60, 6, 6, 6, 6], [60, 7, 6, 5, 6])],
      [trendOf('anmeldung', [1, 0, 0, 0, 0], [1, 1, 0, 0, 0])],
      [trendOf('anmeldung', [0, 0, 0, 0, 0], [60, 30, 6, 6, 6])],
    ])
      expect(weeklyReport(weeklyData({ trends })).loss).toBeNull()
  })

  test('is rarely found if nothing has changed', () => {
    const random = seededRandom(18)
    const lossesOf = () => Array.from({ length: 4 }, () => draw(random, 15, 0.3))
    let found = 0
    const weeks = 400
    for (let index = 0; index < weeks; index += 1) {
      const trends = ['anmeldung', 'abmeldung', 'aenderung'].map((funnel) => {
        const trend = trendOf(funnel, [100, 0, 0, 0, 0], [100, 0, 0, 0, 0])
        for (const day of trend.days) {
          const lost = lossesOf()
          Object.assign(day, { lost, stages: stagesOf(100, lost) })
        }
        return trend
      })
      if (weeklyReport(weeklyData({ trends })).loss) found += 1
    }
    // 5 % are allowed by the false discovery rate; this leaves room for chance.
    expect(found / weeks).toBeLessThan(0.09)
  })
})

describe('changes of past weeks', () => {
  const since = { position: 700, at: Date.parse('2026-11-16T07:00:00+01:00') }

  test('are the differences between both counts, only of weeks that changed', () => {
    const [last, earlier] = weeksToCompare(weekBefore) as [typeof week, typeof week]
    const before = pastOf()
    const now = pastOf({ netRevenueCents: 194_999 + 2 * 4999, paid: 47, withdrawn: 2, runs: 399 })
    const past = {
      since,
      weeks: [
        { week: last, before, now },
        { week: earlier, before, now: pastOf() },
      ],
    }
    expect(weeklyReport(weeklyData({ past })).past).toEqual({
      since,
      weeks: [
        {
          week: last,
          before,
          now,
          changes: { runs: -1, netRevenueCents: 4997, paid: 2, withdrawn: 1 },
        },
      ],
    })
  })

  test('concern the week of the last report and the three before it', () => {
    expect(weeksToCompare(weekBefore)).toEqual([
      { from: '2026-11-09', to: '2026-11-15' },
      { from: '2026-11-02', to: '2026-11-08' },
      { from: '2026-10-26', to: '2026-11-01' },
      { from: '2026-10-19', to: '2026-10-25' },
    ])
  })
})

describe('faults', () => {
  test('are those that were open in the week, the open ones first, then by loss', () => {
    const open = alertOf({ id: 'open', day: '2026-10-30', lostRevenueCents: 10 })
    const { shown, more } = alertsOf(
      ended('before', '2026-11-15T23:00:00.000Z', 99),
      ended('small', '2026-11-18T10:00:00.000Z', 500),
      ended('unknown', '2026-11-20T10:00:00.000Z', null),
      ended('large', '2026-11-16T00:00:00.000Z', 90_000),
      open,
    )
    expect(shown.map(({ id }) => id)).toEqual(['open', 'large', 'small', 'unknown'])
    expect(more).toBe(0)
  })

  test('are also those of earlier weeks that were recorded after the last report', () => {
    const inbox = inboxOf(
      ended('known', '2026-11-15T20:00:00.000Z', 5),
      ended('new', '2026-11-15T20:00:00.000Z', 5),
    )
    const closed = inbox.closed.map((entry) => ({ ...entry, id: entry.alert.id === 'new' ? '701' : '700' }))
    const past = { since: { position: 700, at: Date.parse('2026-11-16T07:00:00+01:00') }, weeks: [] }
    const idsOf = (over: object) =>
      weeklyReport(weeklyData({ inbox: { ...inbox, closed }, ...over })).alerts.shown.map(({ id }) => id)
    expect(idsOf({ past })).toEqual(['new'])
    expect(idsOf({ past: null })).toEqual([])
  })

  test('are bounded, and the others are counted', () => {
    const { shown, more } = alertsOf(...Array.from({ length: 9 }, () => alertOf()))
    expect([shown.length, more]).toEqual([6, 3])
  })

  test('are those of the inbox: also opened after the week, but neither muted nor withdrawn', () => {
    const today = alertOf({ id: 'today', day: '2026-11-23', startedAt: '2026-11-23T02:00:00.000Z' })
    const inbox = inboxOf(
      today,
      alertOf({ id: 'muted' }),
      ended('over', '2026-11-18T10:00:00.000Z', 5),
      ended('merged', '2026-11-18T10:00:00.000Z', 900),
    )
    const subject = { kind: 'message', funnel: null, step: null, field: null, rule: null } as const
    const mute = { id: '1', subject, until: null, by: 'marketer' } as const
    const report = weeklyReport(
      weeklyData({
        inbox: {
          ...inbox,
          open: inbox.open.map((entry) => (entry.alert.id === 'muted' ? { ...entry, mute } : entry)),
          closed: inbox.closed.map((entry) =>
            entry.alert.id === 'merged' ? { ...entry, reason: 'merged' } : entry,
          ),
        },
      }),
    )
    expect(report.alerts.shown.map(({ id }) => id)).toEqual(['today', 'over'])
    expect([report.alerts.more, report.alerts.muted]).toEqual([0, 1])
  })
})

test('the fields are the three that probably cost most, each with one rule', () => {
  const fields = [
    fieldsOf('anmeldung', [
      fieldRow('iban', 'format', [10_000, 40_000, 90_000]),
      fieldRow('iban', 'required', [20_000, 50_000, 80_000]),
      fieldRow('plz', 'format', [-10, 99_000, 200_000]),
      fieldRow('ort', 'format', [-900, -5, 900]),
      { ...fieldRow('name', 'format', [1, 2, 3]), excess: null },
    ]),
    fieldsOf('abmeldung', [
      fieldRow('iban', 'format', [100, 60_000, 70_000]),
      fieldRow('email', 'format', [100, 300, 700]),
      fieldRow('ort', 'format', [100, 200, 700]),
    ]),
  ]
  const report = weeklyReport(weeklyData({ fields, overview: overviewOf(sevenDays(), sevenDays()) }))
  expect(report.fields.map(({ funnel, field, rule }) => [funnel, field, rule])).toEqual([
    ['anmeldung', 'plz', 'format'],
    ['abmeldung', 'iban', 'format'],
    ['anmeldung', 'iban', 'required'],
  ])
})

/** Returns how many of `all` happen, each with the same probability. */
function draw(random: () => number, all: number, probability: number): number {
  let happened = 0
  for (let index = 0; index < all; index += 1) if (random() < probability) happened += 1
  return happened
}

const alertsOf = (...alerts: ReturnType<typeof alertOf>[]) =>
  weeklyReport(weeklyData({ inbox: inboxOf(...alerts) })).alerts

/** Returns an alert that has ended. */
const ended = (id: string, lastAt: string, lostRevenueCents: number | null) =>
  alertOf({ id, lastAt, closedAt: lastAt, lostRevenueCents })
