import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportOperations } from '#service/reports/routes.ts'
import { type TestService, openTestService, testToken } from '#tests/service/harness.ts'
import { expectClosed } from './expect-closed.ts'

let service: TestService
beforeAll(async () => void (service = await openTestService()))
afterAll(async () => service.close())

/** A valid value for each parameter that a report requires. */
const values: Record<string, string> = {
  from: '2026-11-01',
  to: '2026-11-20',
  funnel: 'anmeldung',
  model: 'last',
  by: 'source',
  figure: 'completed',
  position: '1',
}
const unknown = '00000000-0000-4000-8000-000000000000'

const operations = reportOperations.map(({ method, path, parameters = [] }) => {
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const query = new URLSearchParams(needed.map(({ name }) => [name, values[name] ?? '']))
  return { method, path, target: `${path.replace(/\{\w+\}/, unknown)}?${query}`, one: path.includes('{') }
})

const ask = (target: string, method: string, headers: Record<string, string> = {}) =>
  service.app.request(target, {
    method: method.toUpperCase(),
    headers: { ...headers, 'content-type': 'application/json' },
    // Only the replay of rejected events has a body.
    ...(target.startsWith('/api/reports/rejections/replay') && {
      body: JSON.stringify({ from: '2026-11-01', to: '2026-11-30', funnel: 'anmeldung', fields: ['x'] }),
    }),
  })
const token = { authorization: `Bearer ${testToken}` }

test.each(operations)(
  '$method $path has the security headers with access',
  async ({ method, target, one }) => {
    const response = await ask(target, method, token)
    // No funnel accepts the field of the replay's body.
    const replayed = target.startsWith('/api/reports/rejections/replay')
    expect(response.status).toBe(one ? 404 : replayed ? 409 : 200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expectClosed(response)
  },
)

test.each(operations)('$method $path has the security headers without access', async ({ method, target }) => {
  const response = await ask(target, method)
  expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
  expectClosed(response)
})

const asked = operations.filter(({ target }) => target.includes('from='))

test.each(asked)('$path with a wrong date has the security headers', async ({ method, target }) => {
  const response = await ask(target.replace('from=2026-11-01', 'from=morgen'), method, token)
  expect(response.status).toBe(400)
  expectClosed(response)
})

test.each(asked)('$path as CSV has the security headers', async ({ method, target }) => {
  const response = await ask(target, method, { ...token, accept: 'text/csv' })
  expect(response.status).toBe(200)
  expectClosed(response)
})
