import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BreakdownReport,
  type FieldsReport,
  type TrendReport,
  breakdownContract,
  fieldsContract,
  trendContract,
} from '#domain/reports/drop-off/shape.ts'
import { iso, storedEvent } from '#tests/build-events.ts'
import { type Reports, day, minute, openReports, run } from './open-reports.ts'

let reports: Reports
const noon = Date.parse('2026-11-20T11:00:00Z')
const range = 'funnel=abmeldung&from=2026-11-20&to=2026-11-22'
const abmeldung = { funnel: 'abmeldung' }
const ausland = { ...abmeldung, step: 2, form: { abmeldegrund: 'ausland' } }
const refused = (step: number, ...fields: [field: string, rule: string][]) => ({
  ...abmeldung,
  step,
  data: { fields: fields.map(([field, rule]) => ({ field, rule })) },
})

beforeAll(async () => {
  reports = await openReports()
  const { send, append } = reports
  const touches = [{ at: iso(noon), utm_source: 'google', utm_campaign: 'herbst' }]
  const [stuck, past, bounced] = [run(), run(), run()]
  await send(
    { at: noon + 10 * minute, touches },
    stuck('start', noon, abmeldung),
    stuck('step', noon + minute, abmeldung),
    stuck(
      'invalid',
      noon + 2 * minute,
      refused(2, ['bestaetigungAdresse.plz', 'incomplete'], ['email', 'required']),
    ),
    stuck('abandon', noon + 3 * minute, { ...abmeldung, step: 2 }),
    past('start', noon, abmeldung),
    past('step', noon + minute, abmeldung),
    past('invalid', noon + 2 * minute, refused(2, ['email', 'required'])),
    past('step', noon + 3 * minute, ausland),
  )
  await send({ at: noon + 10 * minute, device: 'desktop' }, bounced('start', noon, abmeldung))
  const ordered = { ...abmeldung, runId: 'ordered', at: noon + 2 * day, meta: { device: 'desktop' as const } }
  await append(
    storedEvent('start', { ...ordered, id: 'start' }),
    storedEvent('abandon', { ...ordered, id: 'abandon', at: ordered.at + minute }),
    storedEvent('complete', {
      ...ordered,
      id: 'order',
      at: ordered.at + 2 * minute,
      data: { orderNumber: 'FL-1', priceCents: 7999 },
      facts: { abmeldegrund: 'ausland' },
    }),
    // The run `old` has only this event of step 3. Its start and the events of steps 1 and 2 are missing.
    storedEvent('invalid', { ...ordered, id: 'other-version', runId: 'old', funnelVersion: 9, step: 3 }),
  )
})
afterAll(() => reports.service.close())

async function ask<Report>(path: string): Promise<Report> {
  const response = await reports.get(path)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as Report
}

const versioned = `${range}&funnelVersion=1`
const nothing = {
  stages: [0, 0, 0, 0, 0],
  completed: 0,
  abandoned: 0,
  open: 0,
  recovered: 0,
  revenueCents: 0,
  netRevenueCents: 0,
  conversionRate: 0,
  lost: [0, 0, 0, 0],
}
const first = { ...nothing, stages: [3, 2, 1, 0, 0], lost: [0, 1, 0, 0], abandoned: 1, open: 2 }
const third = {
  ...nothing,
  stages: [1, 1, 1, 1, 1],
  completed: 1,
  recovered: 1,
  revenueCents: 7999,
  conversionRate: 1,
}

describe('the trend', () => {
  test('is the drop-off of every day, including days without runs', async () => {
    const report = await ask<TrendReport>(`drop-off/trend?${versioned}`)
    expect(trendContract.shape.parse(report)).toEqual(report)
    expect(report).toMatchObject({
      funnel: 'abmeldung',
      funnelVersion: 1,
      asOfPosition: await reports.service.store.log.head(),
    })
    expect(report.days).toEqual([
      { day: '2026-11-20', ...first },
      { day: '2026-11-21', ...nothing },
      { day: '2026-11-22', ...third },
    ])
  })

  test('as CSV has one line per day', async () => {
    const lines = (await (await reports.get(`drop-off/trend.csv?${versioned}`)).text())
      .trimEnd()
      .split('\r\n')
    expect(lines[0]).toMatch(
      /day,stage0,stage1,stage2,stage3,stage4,completed,abandoned,open,recovered,revenueCents,conversionRate,netRevenueCents,lost1,lost2,lost3,lost4$/,
    )
    expect(lines.slice(1)).toEqual([
      '2026-11-20,3,2,1,0,0,0,1,2,0,0,0,0,0,1,0,0',
      '2026-11-21,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0',
      '2026-11-22,1,1,1,1,1,1,0,0,1,7999,1,0,0,0,0,0',
    ])
  })
})

describe('the breakdown', () => {
  test.each([
    ['device', { desktop: [2, 1], mobile: [2, 0] }],
    ['source', { '(none)': [2, 1], google: [2, 0] }],
    ['campaign', { '(none)': [2, 1], herbst: [2, 0] }],
    ['medium', { '(none)': [4, 1] }],
    ['reason', { '(none)': [2, 0], ausland: [2, 1] }],
  ])('by %s has every value, by runs, and sums to the report', async (by, expected) => {
    const report = await ask<BreakdownReport>(`drop-off/breakdown?${versioned}&by=${by}`)
    expect(breakdownContract.shape.parse(report)).toEqual(report)
    expect(report.rows.map(({ key, stages, completed }) => [key, [stages[0], completed]])).toEqual(
      Object.entries(expected),
    )
    expect(report.totals).toEqual({
      stages: [4, 3, 2, 1, 1],
      completed: 1,
      abandoned: 1,
      open: 2,
      recovered: 1,
      revenueCents: 7999,
      netRevenueCents: 0,
      conversionRate: 0.25,
      lost: [0, 1, 0, 0],
    })
  })

  test('applies filters', async () => {
    const report = await ask<BreakdownReport>(`drop-off/breakdown?${versioned}&by=reason&device=mobile`)
    expect(report.rows.map(({ key, stages }) => [key, stages[0]])).toEqual([
      ['(none)', 1],
      ['ausland', 1],
    ])
  })

  test('as CSV ends with the totals', async () => {
    const csv = await (await reports.get(`drop-off/breakdown.csv?${versioned}&by=device`)).text()
    expect(csv).toContain('\r\nrow,mobile,2,2,1,0,0,0,1,1,0,0,0,0,0,1,0,0,device,,\r\n')
    expect(csv.endsWith('\r\ntotal,,4,3,2,1,1,1,1,2,1,7999,0.25,0,0,1,0,0,,,\r\n')).toBe(true)
  })
})

describe('the fields', () => {
  const tooFew = { othersRate: null, excess: null }

  test('show how many visitors they stopped, and the revenue lost with those who left', async () => {
    const report = await ask<FieldsReport>(`drop-off/fields?${versioned}`)
    expect(fieldsContract.shape.parse(report)).toEqual(report)
    expect(report.rows).toEqual([
      {
        step: 2,
        stepName: 'grund',
        field: 'email',
        label: expect.stringContaining('E-Mail') as string,
        rule: 'required',
        runs: 2,
        // Three runs completed step 1: the two whose e-mail address was refused in step 2, and the run with an order.
        share: 2 / 3,
        gaveUp: 1,
        gaveUpRate: 0.5,
        lostCents: 4999,
        ...tooFew,
        runsByDay: [2, 0, 0],
      },
      {
        step: 2,
        stepName: 'grund',
        field: 'bestaetigungAdresse.plz',
        label: expect.stringMatching(/: PLZ$/) as string,
        rule: 'incomplete',
        runs: 1,
        share: 1 / 3,
        gaveUp: 1,
        gaveUpRate: 1,
        lostCents: 4999,
        ...tooFew,
        runsByDay: [1, 0, 0],
      },
    ])
  })

  test('of another version have numbered step names if the version is unknown', async () => {
    const report = await ask<FieldsReport>(`drop-off/fields?${range}`)
    expect(report.funnelVersion).toBe(9)
    expect(report.rows).toMatchObject([
      { step: 3, stepName: 'step-3', field: 'vorname', label: 'Vorname', share: 1, runs: 1, gaveUp: 0 },
    ])
  })

  test('are one table as CSV', async () => {
    const csv = await (await reports.get(`drop-off/fields.csv?${versioned}`)).text()
    expect(csv).toMatch(
      /step,stepName,field,label,rule,runs,share,gaveUp,gaveUpRate,lostCents,othersRate,excessRuns,excessOrders,excessCents,excessCentsLow,excessCentsHigh\r\n2,grund,email,/,
    )
  })
})

test('the drop-off can be filtered by reason', async () => {
  const report = await ask<{ stages: { runs: number }[] }>(`drop-off?${versioned}&reason=ausland`)
  expect(report.stages.map(({ runs }) => runs)).toEqual([2, 2, 2, 1, 1])
})

test.each([
  [`drop-off/breakdown?${range}`, 'by'],
  [`drop-off/breakdown?${range}&by=step`, 'by'],
  [`drop-off/breakdown?${range}&by=browser&and=campaign`, 'and'],
  [`drop-off/breakdown?${range}&by=browser&and=browser`, 'and'],
  [`drop-off/breakdown?${range}&by=browser&weekday=freitag`, 'weekday'],
  [`drop-off/breakdown?${range}&by=browser&hour=7`, 'hour'],
  [`drop-off/trend?${range}&by=device`, 'by'],
  [`drop-off/fields?${range}&funnelVersion=7`, 'funnelVersion'],
  [`drop-off/trend?funnel=abmeldung&from=2026-11-20`, 'to'],
])('%s is refused, and %s is named', async (path, parameter) => {
  const response = await reports.get(path)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ parameter })
})
