import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { funnels } from '#domain/funnels/index.ts'
import { type Reports, openReports } from './open-reports.ts'

let reports: Reports

beforeAll(async () => {
  reports = await openReports()
})
afterAll(() => reports.service.close())

const range = 'from=2026-11-01&to=2026-11-30'
const types = funnels.map(({ type }) => type).join(', ')
const queries = {
  'drop-off': `funnel=anmeldung&${range}`,
  attribution: `${range}&model=last&by=source`,
  orders: range,
}

describe.each(Object.entries(queries))('%s', (name, query) => {
  test.each([
    ['no token', undefined],
    ['a wrong token', 'Bearer wrong'],
    ['another scheme', 'Basic dGVzdC10b2tlbg=='],
    ['a part of the token', 'Bearer test-toke'],
  ])('is refused with %s, as CSV as well', async (_, authorization) => {
    for (const ending of ['', '.csv']) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      const response = await reports.service.app.request(`/api/reports/${name}${ending}?${query}`, {
        headers,
      })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    }
  })

  test('is served as JSON, or as CSV by its path or by Accept', async () => {
    const csv = 'text/csv; charset=utf-8; header=present'
    const cases: [string, Record<string, string>, string][] = [
      ['', {}, 'application/json'],
      ['', { accept: '*/*' }, 'application/json'],
      ['', { accept: 'text/csv' }, csv],
      ['', { accept: 'application/json;q=0.1, text/csv' }, csv],
      ['.csv', { accept: 'application/json' }, csv],
    ]
    for (const [ending, headers, type] of cases) {
      const response = await reports.get(`${name}${ending}?${query}`, headers)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(response.headers.get('x-as-of-position')).toBe('0')
    }
  })

  test('names an unknown parameter and the known ones', async () => {
    const response = await reports.get(`${name}?${query}&tag=1`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      parameter: 'tag',
      detail: expect.stringMatching(/^tag: unknown; allowed are .*from, to/) as string,
    })
  })
})

describe('a wrong parameter is named with its value and the allowed values', () => {
  test.each([
    ['drop-off', range, 'funnel', `funnel: missing, must be one of ${types}.`],
    ['drop-off', `funnel=x&${range}`, 'funnel', `funnel: read "x", must be one of ${types}.`],
    ['orders', 'from=2026-11-01', 'to', 'to: missing, must be given.'],
    [
      'orders',
      'from=2026-02-29&to=2026-03-01',
      'from',
      'from: read "2026-02-29", must be an existing day in the form YYYY-MM-DD.',
    ],
    [
      'orders',
      'from=1.11.2026&to=2026-11-30',
      'from',
      'from: read "1.11.2026", must be an existing day in the form YYYY-MM-DD.',
    ],
    [
      'orders',
      'from=2026-11-02&to=2026-11-01',
      'to',
      'to: read "2026-11-01", must not be before from (2026-11-02).',
    ],
    [
      'orders',
      'from=2024-01-01&to=2026-03-11',
      'to',
      'to: read "2026-03-11", must end a range of at most 800 days; 2024-01-01 to 2026-03-11 are 801.',
    ],
    ['orders', `${range}&from=2026-11-02`, 'from', 'from: given more than once.'],
    [
      'orders',
      `${range}&cursor=MS4x!`,
      'cursor',
      'cursor: read "MS4x!", must be the nextCursor of the previous page, unchanged.',
    ],
    [
      'orders',
      `${range}&cursor=abc`,
      'cursor',
      'cursor: read "abc", must be the nextCursor of the previous page, unchanged.',
    ],
    [
      'drop-off',
      `${queries['drop-off']}&device=phone`,
      'device',
      'device: read "phone", must be one of mobile, tablet, desktop.',
    ],
    ['drop-off', `${queries['drop-off']}&source=`, 'source', 'source: read "", must not be empty.'],
    [
      'drop-off',
      `${queries['drop-off']}&funnelVersion=0`,
      'funnelVersion',
      'funnelVersion: read "0", must be up to 20 whole numbers from 1 to 999999, separated by commas.',
    ],
    [
      'drop-off',
      `${queries['drop-off']}&funnelVersion=7`,
      'funnelVersion',
      'funnelVersion: read "7", versions of anmeldung are 1.',
    ],
    [
      'attribution',
      `${range}&by=source`,
      'model',
      'model: missing, must be one of first, last, linear, position, decay.',
    ],
    [
      'attribution',
      `${range}&model=last&by=device`,
      'by',
      'by: read "device", must be one of channel, source, medium, campaign, content, term.',
    ],
  ])('%s?%s', async (report, query, parameter, detail) => {
    for (const ending of ['', '.csv']) {
      const response = await reports.get(`${report}${ending}?${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        type: 'urn:formlotse:problem:wrong-parameter',
        parameter,
        detail,
      })
    }
  })

  test('a range of exactly 800 days is allowed', async () => {
    expect((await reports.get('orders?from=2024-01-01&to=2026-03-10')).status).toBe(200)
  })
})

test('the OpenAPI document describes the reports with their parameters', async () => {
  const document = (await (await reports.service.app.request('/api/openapi.json')).json()) as {
    paths: Record<string, { get: { parameters: { name: string; required: boolean }[]; security: unknown } }>
  }
  const { parameters, security } = document.paths['/api/reports/attribution']!.get
  expect(parameters.map(({ name, required }) => [name, required])).toEqual([
    ['from', true],
    ['to', true],
    ['model', true],
    ['by', true],
    ['funnel', false],
    ['variant', false],
    ['dayOf', false],
    ['asOf', false],
  ])
  expect(security).toEqual([{ reportsToken: [] }, { session: [] }])
})
