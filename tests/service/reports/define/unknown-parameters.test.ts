import { afterAll, beforeAll, expect, test } from 'vitest'
import { allReports } from '#service/reports/all-reports.ts'
import { type Reports, openReports } from '#tests/service/reports/open-reports.ts'

let reports: Reports
beforeAll(async () => void (reports = await openReports()))
afterAll(() => reports.service.close())

const needed: Record<string, string> = {
  'drop-off': 'funnel=anmeldung',
  'drop-off/trend': 'funnel=anmeldung',
  'drop-off/breakdown': 'funnel=anmeldung&by=campaign',
  'drop-off/fields': 'funnel=anmeldung',
  'drop-off/silent': 'funnel=anmeldung',
  'drop-off/choices': 'funnel=anmeldung',
  attribution: 'model=decay&by=campaign',
  'attribution/models': 'by=campaign',
  fulfilment: 'by=campaign',
  moment: 'position=1',
  runs: 'figure=runs',
}

const addresses = allReports.flatMap(({ contract, hasCsv }) => {
  const path = contract.path.replaceAll(/\{\w+\}/g, '1')
  const ranged = 'from' in contract.query.shape ? ['from=2026-11-14', 'to=2026-11-20'] : []
  const query = [...ranged, ...(needed[contract.path]?.split('&') ?? [])]
  const ends = hasCsv ? ['', '.csv', '.de.csv'] : ['']
  return ends.map((end) => [`${path}${end}`, query.join('&')] as const)
})

test.each(addresses)('%s refuses an unknown parameter, and one that is given twice', async (path, query) => {
  for (const wrong of [
    'foo=1',
    'foo=',
    '__proto__=1',
    'from=2026-11-14&from=2026-11-14',
    'Funnel=anmeldung',
  ]) {
    const response = await reports.get(`${path}?${query}&${wrong}`)
    expect([response.status, await response.json()], wrong).toMatchObject([
      400,
      { type: 'urn:formlotse:problem:wrong-parameter', parameter: wrong.split('=')[0] },
    ])
  }
  // Otherwise, another parameter could be what was refused.
  const accepted = await reports.get(`${path}?${query}`)
  expect([200, 202, 404]).toContain(accepted.status)
})
