import { shiftDay } from '#domain/reports/day-range.ts'
import { describe, expect, test } from 'vitest'
import { type DailyRuns, noticeCampaigns, noticeVersions } from '#domain/reports/annotations/noticed.ts'

const rows = (key: string, days: readonly string[], over: Partial<DailyRuns> = {}): DailyRuns[] =>
  days.map((day) => ({ funnel: 'anmeldung', key, day, runs: 10, ...over }))

const span = (from: string, length: number) => Array.from({ length }, (_, index) => shiftDay(from, index))

describe('versions of a funnel', () => {
  test('are noticed at their first run, except for the first version', () => {
    const runs = [
      ...rows('1', span('2026-10-01', 40)),
      ...rows('2', span('2026-11-05', 9)),
      ...rows('1', span('2026-11-01', 3), { funnel: 'abmeldung' }),
    ]
    expect(noticeVersions(runs)).toEqual([
      { kind: 'funnel_version', day: '2026-11-05', subject: '2', funnel: 'anmeldung' },
    ])
  })
})

describe('campaigns', () => {
  const period = { first: '2026-10-01', today: '2026-11-30' }
  const notices = (runs: DailyRuns[], over: Partial<typeof period> = {}) =>
    noticeCampaigns(runs, { ...period, ...over }).map(({ kind, day, subject }) => `${kind} ${subject} ${day}`)

  test('begin and end', () => {
    expect(notices(rows('herbst', span('2026-11-02', 10)))).toEqual([
      'campaign_begun herbst 2026-11-02',
      'campaign_ended herbst 2026-11-11',
    ])
  })

  test('may have begun before the days that are known, and may go on', () => {
    expect(notices(rows('herbst', span('2026-10-05', 55)))).toEqual([])
    expect(notices(rows('herbst', span('2026-11-02', 10)), { today: '2026-11-18' })).toEqual([
      'campaign_begun herbst 2026-11-02',
    ])
  })

  test('begin again after four weeks', () => {
    const runs = rows('herbst', [...span('2026-10-02', 5), ...span('2026-11-20', 5)])
    expect(notices(runs)).toEqual(['campaign_begun herbst 2026-11-20', 'campaign_ended herbst 2026-10-06'])
  })

  test('need 30 runs and a name, and only the 20 largest are noticed', () => {
    expect(notices(rows('klein', span('2026-11-02', 2)))).toEqual([])
    expect(notices(rows('(none)', span('2026-11-02', 10)))).toEqual([])
    const many = Array.from({ length: 25 }, (_, index) =>
      rows(`k${index}`, span('2026-11-02', 5), { runs: 10 + index }),
    )
    const begun = notices(many.flat()).filter((one) => one.startsWith('campaign_begun'))
    expect(begun).toHaveLength(20)
    expect(begun[0]).toBe('campaign_begun k24 2026-11-02')
  })
})
