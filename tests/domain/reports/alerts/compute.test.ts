import { expect, test } from 'vitest'
import { type AlertsData, alertsReport } from '#domain/reports/alerts/compute.ts'
import { shiftDay } from '#domain/reports/annotations/effect.ts'
import { hoursPerDay } from '#domain/reports/watch/series.ts'
import {
  type Hour,
  days,
  historyDays,
  plantedSeries,
  prices,
} from '#tests/domain/reports/watch/planted-site.ts'

const brokenEmail: Hour = {
  reached: [12, 8, 1],
  lost: [4, 7],
  messages: [{ step: 2, field: 'email', rule: 'format', runs: 8 }],
  incompleteOrders: 0,
}

/** Data in which e-mail addresses are rejected from `hour` of `day` on, for some hours. */
function dataOf(day: string, hour: number, length: number, fault = brokenEmail): AlertsData {
  const begin = (historyDays + 2) * hoursPerDay + hour
  const first = shiftDay(day, -(historyDays + 2))
  return {
    asOfPosition: 1,
    first,
    series: plantedSeries((at) => (at >= begin && at < begin + length ? fault : undefined)),
    prices,
    versions: [
      { funnel: 'anmeldung', key: '1', day: first, runs: 10 },
      { funnel: 'anmeldung', key: '2', day, runs: 10 },
      { funnel: 'aenderung', key: '1', day: first, runs: 10 },
      { funnel: 'aenderung', key: '1', day, runs: 10 },
    ],
    releases: [
      { type: 'released', position: 1, once: 'released:1', day: first, at: 0, data: { version: 'old' } },
      { type: 'released', position: 2, once: 'released:2', day, at: 0, data: { version: 'new' } },
    ],
    stops: [],
    rejections: [],
    now: Date.parse(shiftDay(first, days)),
  }
}

const rangeOf = (day: string) => ({ from: shiftDay(day, -2), to: shiftDay(day, 3) })

test.each([
  ['2026-06-10', 9, '2026-06-10T07:00:00.000Z', '2026-06-10T10:00:00.000Z'],
  ['2026-12-10', 9, '2026-12-10T08:00:00.000Z', '2026-12-10T11:00:00.000Z'],
  // Clocks are set forward at 2:00, and back at 3:00.
  ['2026-03-29', 1, '2026-03-29T00:00:00.000Z', '2026-03-29T02:00:00.000Z'],
  ['2026-03-29', 9, '2026-03-29T07:00:00.000Z', '2026-03-29T10:00:00.000Z'],
  ['2026-10-25', 2, '2026-10-25T00:00:00.000Z', '2026-10-25T04:00:00.000Z'],
  ['2026-10-25', 23, '2026-10-25T22:00:00.000Z', '2026-10-26T01:00:00.000Z'],
])('a fault from %s, %s:00, has its times in Berlin', (day, hour, startedAt, lastAt) => {
  const { alerts } = alertsReport(rangeOf(day), dataOf(day, hour, 3))
  expect(alerts).toHaveLength(1)
  expect(alerts[0]).toMatchObject({ day, startedAt, lastAt, hour: String(hour).padStart(2, '0') })
})

test('an alert names the release and the versions of its day', () => {
  const [alert] = alertsReport(rangeOf('2026-06-10'), dataOf('2026-06-10', 9, 6)).alerts
  expect(alert).toMatchObject({
    release: 'new',
    funnelVersions: [
      { funnel: 'aenderung', version: 1, isNew: false },
      { funnel: 'anmeldung', version: 2, isNew: true },
    ],
  })
})

test('hours are examined one hour after their end, and faults are reported only in the range of their begin', () => {
  const data = dataOf('2026-06-10', 9, 6)
  const at = (time: string) => alertsReport(rangeOf('2026-06-10'), { ...data, now: Date.parse(time) })
  // 9:00 to 10:00 in Berlin is 7:00 to 8:00 in UTC.
  expect(at('2026-06-10T08:59:00Z')).toMatchObject({ examinedUntil: '2026-06-10T07:00:00.000Z', alerts: [] })
  const found = at('2026-06-10T09:00:00Z')
  expect(found.examinedUntil).toBe('2026-06-10T08:00:00.000Z')
  expect(found.alerts.map(({ foundAt, closedAt }) => [foundAt, closedAt])).toEqual([
    ['2026-06-10T08:00:00.000Z', null],
  ])
  expect(alertsReport({ from: '2026-06-11', to: '2026-06-12' }, data).alerts).toEqual([])
  const [closed] = alertsReport({ from: '2026-06-10', to: '2026-06-10' }, dataOf('2026-06-10', 22, 6)).alerts
  expect(closed!.lastAt).toBe('2026-06-11T02:00:00.000Z')
})

test.each([
  ['2026-12-24', ['runs']],
  ['2026-12-25', []],
])('a day without runs, %s, is an outage unless it is a nationwide holiday', (day, kinds) => {
  const nobody: Hour = { reached: [0, 0, 0], lost: [0, 0], messages: [], incompleteOrders: 0 }
  const { alerts } = alertsReport(rangeOf(day), dataOf(day, 0, 24, nobody))
  expect(alerts.map(({ kind }) => kind)).toEqual(kinds)
})

test('a receiver that was stopped is an alert until it is resumed', () => {
  const stoppedAt = Date.parse('2026-06-10T07:30:00Z')
  const stop = { destination: 'webhook', stoppedAt, resumedAt: null }
  const data = dataOf('2026-06-10', 0, 0)
  const alertsOf = (stops: AlertsData['stops']) =>
    alertsReport(rangeOf('2026-06-10'), { ...data, stops }).alerts
  expect(alertsOf([stop])).toMatchObject([{ kind: 'receiver_stopped', hour: '09', closedAt: null }])
  const resumedAt = stoppedAt + 60_000
  expect(alertsOf([{ ...stop, resumedAt }])).toMatchObject([{ closedAt: '2026-06-10T07:31:00.000Z' }])
})
