import { expect, test } from 'vitest'
import { linksOf } from '#web/features/reports/alerts/alert-link.ts'
import { alertOf } from '#tests/domain/weekly-report/weekly-data.ts'

const examinedUntil = '2026-11-20T10:00:00.000Z'

test('an alert over several funnels has a link for each, with the figures of this funnel', () => {
  const byFunnel = [
    { funnel: 'aenderung', step: 2, faulty: 1200, watched: 1500 },
    { funnel: 'anmeldung', step: 3, faulty: 7, watched: 9 },
  ]
  const slices = [{ dimension: 'device' as const, value: 'mobile' }]
  const alert = alertOf({ funnels: ['aenderung', 'anmeldung'], byFunnel, slices })
  expect(linksOf({ alert, examinedUntil })).toEqual([
    {
      to: '/abbruch?from=2026-11-19&to=2026-11-20&funnel=aenderung&device=mobile',
      name: 'Im Abbruch ansehen: Änderung (1.200 von 1.500)',
    },
    {
      to: '/abbruch?from=2026-11-19&to=2026-11-20&funnel=anmeldung&device=mobile',
      name: 'Im Abbruch ansehen: Anmeldung (7 von 9)',
    },
  ])
  // Earlier versions did not record the figures of each funnel.
  const { byFunnel: _figures, ...earlier } = alert
  expect(linksOf({ alert: earlier, examinedUntil }).map(({ name }) => name)).toEqual([
    'Im Abbruch ansehen: Änderung',
    'Im Abbruch ansehen: Anmeldung',
  ])
})

test('an alert of one funnel has one link, which shows the past with the page', () => {
  const alert = alertOf({ lastAt: '2026-11-19T12:00:00.000Z' })
  const to = '/abbruch?from=2026-11-19&to=2026-11-19'
  const name = 'Im Abbruch ansehen'
  expect(linksOf({ alert, examinedUntil })).toEqual([{ to: `${to}&funnel=anmeldung`, name }])
  expect(linksOf({ alert, examinedUntil }, 900)).toEqual([{ to: `${to}&asOf=900&funnel=anmeldung`, name }])
})

test.each(['delivery', 'receiver_stopped'] as const)('%s has a link if data quality shows it', (kind) => {
  const linksTo = (field: string | null) =>
    linksOf({ alert: alertOf({ kind, funnels: [], field, step: null, rule: null }), examinedUntil }, 900)
  for (const field of [null, 'webhook', 'mail', 'alerts'])
    expect(linksTo(field)).toEqual([
      {
        to: '/datenqualitaet?from=2026-11-19&to=2026-11-20&thema=zustellung',
        name: 'In der Datenqualität ansehen',
      },
    ])
  for (const field of ['letters', 'documents', 'withdrawals', 'conversions'])
    expect(linksTo(field)).toEqual([])
})
