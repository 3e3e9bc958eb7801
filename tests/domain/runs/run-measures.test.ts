import { describe, expect, test } from 'vitest'
import { measures as measuresOf, segmentOf } from '#domain/runs/run-measures.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import { dropOffReport } from '#domain/reports/drop-off/compute.ts'
import { dropOffContract } from '#domain/reports/drop-off/shape.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { timeBucket } from '#domain/runs/buckets/time-buckets.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { foldRun } from './fold-run.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

const step = (number: number, seconds: number, over: object = {}) =>
  storedEvent('step', { step: number, data: { seconds }, at: noon + number * minute, ...over })
const said = (value: string, over: object) =>
  storedEvent('step', { funnel: 'abmeldung', facts: { abmeldegrund: value }, ...over })

/** Returns the measures of a run without those of its choices, which run-choices.test.ts tests. */
const measures = (state: RunState) => measuresOf(state).filter((name) => !name.startsWith('choice:'))

/** Returns the measures of a run with an order that was placed in Chrome without consent. */
const ordered = ({ missing, more = [], after = 0 }: { missing: number; more?: string[]; after?: number }) => [
  'completed',
  'noConsent',
  'order:4999',
  `orderedIn:${timeBucket(after)}`,
  after <= 60 * minute ? 'within:1h' : 'within:1d',
  ...more,
  `tracking:Chrome:${missing}`,
]
const time = (of: number, ms: number) => `seconds:${of}:${timeBucket(ms)}`

describe('measures of a run', () => {
  test.each<[string, StoredEvent[], string[]]>([
    ['only started', [storedEvent('start')], ['stage:0', 'noConsent']],
    [
      'in step 3',
      [storedEvent('start'), step(1, 5), step(2, 7)],
      ['stage:2', 'noConsent', time(1, 5000), time(2, 7000)],
    ],
    ['with a step missing', [step(3, 9)], ['stage:3', 'noConsent', time(3, 9000)]],
    [
      'abandoned',
      [step(1, 5), storedEvent('abandon', { at: noon + day })],
      ['stage:1', 'abandoned:1', 'noConsent', time(1, 5000), 'silent:2'],
    ],
    ['completed without its steps', [storedEvent('complete')], ordered({ missing: 4 })],
    [
      'completed three minutes after the last step',
      [step(3, 9), storedEvent('complete', { at: noon + 6 * minute })],
      [...ordered({ missing: 3, after: 3 * minute }), time(3, 9000), time(4, 3 * minute)],
    ],
    [
      'completed before the last step by the clock',
      [step(3, 9), storedEvent('complete', { at: noon })],
      [...ordered({ missing: 3 }), time(3, 9000)],
    ],
    [
      'abandoned, then completed',
      [
        storedEvent('start'),
        storedEvent('abandon', { position: 1 }),
        storedEvent('complete', { position: 2 }),
      ],
      ordered({ missing: 3, more: ['recovered', 'sinceStart:0'] }),
    ],
    [
      'completed before it was abandoned by the clock',
      [storedEvent('abandon', { at: noon + 1 }), storedEvent('complete')],
      ordered({ missing: 4 }),
    ],
    [
      'paid, with every step',
      [
        storedEvent('start'),
        step(1, 5),
        step(2, 5),
        step(3, 5),
        storedEvent('complete', { at: noon + day }),
        storedEvent('paid', { at: noon + day + 5000 }),
        storedEvent('sent', { at: noon + 2 * day }),
        storedEvent('sent', { at: noon + 3 * day }),
      ],
      [
        ...ordered({
          missing: 0,
          after: day,
          more: [
            'sinceStart:5',
            'paid',
            'net:4999',
            `paidIn:${timeBucket(5000)}`,
            `sentIn:${timeBucket(day - 5000)}`,
          ],
        }),
        time(1, 5000),
        time(2, 5000),
        time(3, 5000),
        time(4, day - 3 * minute),
      ],
    ],
    [
      'paid and withdrawn',
      [storedEvent('complete'), storedEvent('withdrawn'), storedEvent('paid')],
      ordered({ missing: 4, more: ['withdrawn', 'paidIn:0'] }),
    ],
    [
      'with consent',
      [storedEvent('start', { meta: { consent: 'marketing' } }), storedEvent('abandon')],
      ['stage:0', 'abandoned:0', 'silent:1'],
    ],
    [
      'with refused fields',
      [storedEvent('invalid', { step: 2, data: { fields: [{ field: 'adresse.plz', rule: 'incomplete' }] } })],
      ['stage:0', 'noConsent', 'invalid:2:adresse.plz:incomplete'],
    ],
    [
      'abandoned with refused fields',
      [
        storedEvent('invalid', { step: 2, data: { fields: [{ field: 'adresse.plz', rule: 'incomplete' }] } }),
        storedEvent('abandon', { at: noon + minute, position: 1 }),
      ],
      [
        'stage:0',
        'abandoned:0',
        'noConsent',
        'invalid:2:adresse.plz:incomplete',
        'gaveUp:2:adresse.plz:incomplete',
      ],
    ],
    [
      'with refused fields of a step that was completed',
      [
        storedEvent('invalid', { step: 2, data: { fields: [{ field: 'plz', rule: 'required' }] } }),
        step(2, 5),
      ],
      ['stage:2', 'noConsent', time(2, 5000), 'invalid:2:plz:required'],
    ],
    ['of a robot', [storedEvent('start', { meta: { bot: true } }), step(1, 5)], []],
    ['of a robot, ordered', [storedEvent('complete', { meta: { bot: true } })], []],
    [
      'of a robot, paid',
      [
        storedEvent('complete', { meta: { bot: true } }),
        storedEvent('paid', { position: 1 }),
        storedEvent('refunded', { position: 2 }),
      ],
      [
        'completed',
        'noConsent',
        'robot',
        'order:4999',
        'orderedIn:0',
        'within:1h',
        'refunded',
        'paidIn:0',
        'tracking:Chrome:4',
      ],
    ],
  ])('%s', (_, events, expected) => {
    expect(measures(foldRun(...events))).toEqual(expected)
  })

  test('steps and refusals of another version are ignored, but an order is counted', () => {
    const old = { funnelVersion: 1 }
    const changed = { funnelVersion: 2 }
    const start = storedEvent('start', old)
    const events = [start, step(1, 5, old), step(3, 9, changed), storedEvent('invalid', changed)]
    expect(measures(foldRun(...events))).toEqual(['stage:1', 'noConsent', time(1, 5000)])
    const complete = storedEvent('complete', { ...changed, at: noon + day })
    expect(measures(foldRun(...events, complete))).toEqual([
      ...ordered({ missing: 2, after: day, more: ['sinceStart:5'] }),
      time(1, 5000),
    ])
  })

  test('the version is that of the start, even if it arrives last', () => {
    const steps = [step(1, 5, { funnelVersion: 2 }), step(2, 7, { funnelVersion: 1 })]
    expect(measures(foldRun(...steps))[0]).toBe('stage:1')
    expect(measures(foldRun(...steps, storedEvent('start', { funnelVersion: 1, at: noon + day })))[0]).toBe(
      'stage:2',
    )
  })
})

describe('segment', () => {
  test('is that of the last touch of the start, with (none) for missing values', () => {
    const touches = [
      { at: noon - 1, source: 'bing', campaign: 'alt' },
      { at: noon, source: 'google', medium: 'cpc' },
    ]
    const data = { secretHash: 'a'.repeat(64), entry: '/kontakt' }
    const start = storedEvent('start', {
      data,
      meta: { device: 'tablet', browser: 'Safari', os: 'iOS', touches },
    })
    const later = storedEvent('step', { at: noon + 1, meta: { device: 'desktop' } })
    const expected = {
      device: 'tablet',
      browser: 'Safari',
      os: 'iOS',
      channel: 'Paid Search',
      source: 'google',
      medium: 'cpc',
      campaign: '(none)',
      reason: '(none)',
      entry: '/kontakt',
      consent: 'none',
      weekday: 'friday',
      hour: '11',
    }
    expect(segmentOf(foldRun(start, later))).toEqual(expected)
    expect(segmentOf(foldRun(later, start))).toEqual(expected)
  })

  test('has the last reason, if the funnel has `reportBy`', () => {
    const [early, late] = [said('umzug_ausland', { at: noon }), said('verstorben', { at: noon + 1 })]
    const other = storedEvent('step', { facts: { abmeldegrund: 'verstorben' } })
    expect(segmentOf(foldRun(early, late)).reason).toBe('verstorben')
    expect(segmentOf(foldRun(late, early)).reason).toBe('verstorben')
    expect(segmentOf(foldRun(other)).reason).toBe('(none)')
  })

  test('has no campaign if the last touch is more than 7 days old', () => {
    const touches = [{ at: noon - 7 * day - 1, source: 'google' }]
    const start = storedEvent('start', { meta: { touches } })
    expect(segmentOf(foldRun(start))).toMatchObject({ source: '(none)' })
  })
})

describe('report', () => {
  const about = {
    funnel: 'anmeldung',
    funnelVersion: 1,
    funnelVersions: [{ version: 1, runs: 100, counted: true }],
    from: '2026-11-01',
    to: '2026-11-30',
    asOfPosition: 9,
  }
  const names = ['persoenliche-daten', 'wohnungsdetails', 'zahlungsdaten', 'bestaetigung']

  test('counts a run in every stage up to its furthest', () => {
    const rows = [
      { measure: 'stage:0', runs: 40 },
      { measure: 'stage:1', runs: 30 },
      { measure: 'stage:3', runs: 10 },
      { measure: 'completed', runs: 20 },
      { measure: 'abandoned:0', runs: 30 },
      { measure: 'abandoned:1', runs: 20 },
      { measure: time(1, 10_000), runs: 2 },
      { measure: time(1, 20_000), runs: 1 },
      { measure: 'invalid:2:adresse.plz:incomplete', runs: 3 },
      { measure: 'invalid:1:vorname:required', runs: 1 },
      { measure: 'invalid:1:anrede:required', runs: 4 },
    ]
    const report = dropOffReport(about, names, { rows, orderWithin: undefined })
    expect(report.stages.map(({ name, runs }) => [name, runs])).toEqual([
      ['start', 100],
      ['persoenliche-daten', 60],
      ['wohnungsdetails', 30],
      ['zahlungsdaten', 30],
      ['bestaetigung', 20],
    ])
    expect(report.stages[1]).toMatchObject({ stage: 1, lost: 30, open: 10, lossRate: 30 / 90 })
    expect(report.stages[3]).toMatchObject({ lost: 0, open: 0, lossRate: 0, medianSeconds: null })
    expect(report.stages[4]).toMatchObject({ stage: 4, lost: 0, open: 10, lossRate: 0 })
    expect(report).toMatchObject({ completed: 20, abandoned: 50, open: 30, conversionRate: 0.2 })
    expect(report.invalid.map(({ step: of, field, runs }) => [of, field, runs])).toEqual([
      [1, 'anrede', 4],
      [1, 'vorname', 1],
      [2, 'adresse.plz', 3],
    ])
    expect(dropOffContract.shape.parse(report)).toEqual(report)
  })

  test('has rates of 0 and all stages without runs', () => {
    const report = dropOffReport(about, names, { rows: [], orderWithin: undefined })
    expect(report.stages).toHaveLength(5)
    expect(report.stages[1]).toMatchObject({ runs: 0, lost: 0, lossRate: 0, medianSeconds: null })
    expect(report).toMatchObject({ completed: 0, abandoned: 0, open: 0, conversionRate: 0, invalid: [] })
  })
})
