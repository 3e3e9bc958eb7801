import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allReports } from '#service/reports/all-reports.ts'
import { variantOf } from '#domain/experiments/assign-variant.ts'
import { type FunnelOf, funnelByType } from '#domain/funnels/index.ts'
import {
  experiment,
  triedAnmeldung,
  triedFunnelOf,
} from '#tests/domain/experiments/funnel-with-experiment.ts'
import { type Reports, minute, openReports, run } from '#tests/service/reports/open-reports.ts'

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

describe('the filter by variant', () => {
  const query = 'drop-off?funnel=anmeldung&from=2026-11-14&to=2026-12-20&variant='

  test('refuses one that is neither declared nor recorded, and names the known ones', async () => {
    const funnel: { of: FunnelOf } = { of: triedFunnelOf }
    const tried = await openReports({ funnelOf: (type) => funnel.of(type) })
    try {
      const unknown = await tried.get(`${query}email-hint:x`)
      expect(unknown.status).toBe(400)
      const { parameter, detail } = (await unknown.json()) as { parameter: string; detail: string }
      expect(parameter).toBe('variant')
      expect(detail).toContain('read "email-hint:x"')
      expect(detail).toContain(`${experiment.key}:a, ${experiment.key}:b`)
      const status = async (variant: string, rest = '') =>
        (await tried.get(query + encodeURIComponent(variant) + rest)).status
      expect(await Promise.all(['a', 'b'].map((key) => status(`${experiment.key}:${key}`)))).toEqual([
        200, 200,
      ])
      expect(await status('(none)')).toBe(200)

      // A run records its variant, and then the experiment is removed from the funnel.
      const at = Date.parse(experiment.from) + minute
      const runId = uuidv7({ msecs: at })
      const assigned = variantOf(triedAnmeldung, runId)!.variant.key
      const other = assigned === 'a' ? 'b' : 'a'
      const variants = [{ experiment: experiment.key, variant: assigned }]
      const start = { secretHash: 'a'.repeat(64), entry: '/', variants }
      await tried.send({ at }, run(runId)('start', at, { data: start }))
      funnel.of = funnelByType
      expect(await status(`${experiment.key}:${assigned}`)).toBe(200)
      expect(await status(`${experiment.key}:${other}`)).toBe(400)
      // A saved link to the past stays valid: the variant without runs was declared then.
      expect([200, 202]).toContain(await status(`${experiment.key}:${other}`, '&asOf=1'))
    } finally {
      await tried.service.close()
    }
  })
})
