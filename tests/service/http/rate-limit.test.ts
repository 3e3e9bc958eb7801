import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { pino } from 'pino'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { clientAddress } from '#service/http/client-address.ts'
import { handleErrors } from '#service/http/errors.ts'
import { rateLimit } from '#service/http/rate-limit.ts'

function limited(perMinute: number, over: { enabled?: boolean; hops?: number } = {}) {
  const app = new Hono()
  app.onError(handleErrors(pino({ level: 'silent' })))
  const limit = { name: 'test', perMinute }
  app.use(rateLimit(limit, { enabled: true, hops: 0, count: createSingleProcess().count, ...over }))
  app.get('/', (c) => c.text('ok'))
  return (remoteAddress: string, forwarded?: string) =>
    app.request(
      '/',
      { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} },
      {
        incoming: { socket: { remoteAddress } },
      },
    )
}

test('requests over the limit get 429 with the seconds to wait, for that client only', async () => {
  const ask = limited(3)
  for (let n = 0; n < 3; n++) expect((await ask('192.0.2.1')).status).toBe(200)
  const refused = await ask('192.0.2.1')
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(60)
  expect(await refused.json()).toMatchObject({ type: 'urn:formlotse:problem:too-many-requests' })
  expect((await ask('192.0.2.2')).status).toBe(200)
})

test('points are added up, checking costs none, and an hourly limit lasts an hour', async () => {
  const { count } = createSingleProcess()
  const limit = { name: 'bytes', perHour: 1000 }
  for (const points of [600, 400, 0]) expect(await count('192.0.2.7', limit, points)).toBeUndefined()
  const refused = (await count('192.0.2.7', limit, 1))!
  expect(refused.retryAfterMs).toBeGreaterThan(60_000)
  expect(refused.retryAfterMs).toBeLessThanOrEqual(3_600_000)
  expect(await count('192.0.2.7', limit, 0)).toBeDefined()
  expect(await count('192.0.2.8', limit, 1000)).toBeUndefined()
})

test('refunded points can be used again in the same window, but not in a later one', async () => {
  const { count } = createSingleProcess()
  const limit = { name: 'bytes', perMinute: 1000 }
  expect(await count('192.0.2.7', limit, -500)).toBeUndefined()
  expect(await count('192.0.2.7', limit, 1000)).toBeUndefined()
  expect(await count('192.0.2.7', limit, -400)).toBeUndefined()
  expect(await count('192.0.2.7', limit, 400)).toBeUndefined()
  expect(await count('192.0.2.7', limit, 1)).toBeDefined()
})

test('a forged X-Forwarded-For does not bypass the limit', async () => {
  const direct = limited(1)
  expect((await direct('192.0.2.1', '198.51.100.1')).status).toBe(200)
  expect((await direct('192.0.2.1', '198.51.100.2')).status).toBe(429)
  const behindOne = limited(1, { hops: 1 })
  expect((await behindOne('10.0.0.1', '1.1.1.1, 198.51.100.1')).status).toBe(200)
  expect((await behindOne('10.0.0.1', '2.2.2.2, 198.51.100.1')).status).toBe(429)
  expect((await behindOne('10.0.0.1', '198.51.100.9')).status).toBe(200)
})

test('a disabled limit allows all requests', async () => {
  const ask = limited(1, { enabled: false })
  for (let n = 0; n < 5; n++) expect((await ask('192.0.2.1')).status).toBe(200)
})

test.each([
  ['192.0.2.1', undefined, 0, '192.0.2.1'],
  ['::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2'],
  ['2001:DB8:1:2::6', undefined, 0, '2001:db8:1:2'],
  ['2001:db8::1', undefined, 0, '2001:db8:0:0'],
  ['2001:0db8:0001:0002:ffff::', undefined, 0, '2001:db8:1:2'],
  ['::1', undefined, 0, '0:0:0:0'],
  ['fe80::1%eth0', undefined, 0, 'fe80:0:0:0'],
  ['10.0.0.1', '198.51.100.1', 0, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
  ['10.0.0.1', '[2001:db8:1:2::6]:443', 1, '2001:db8:1:2'],
  ['10.0.0.1', '9.9.9.9, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
  // If there are fewer addresses than trusted proxies, the address farthest from the service is used.
  ['10.0.0.1', '198.51.100.1', 5, '198.51.100.1'],
  ['10.0.0.1', undefined, 1, '10.0.0.1'],
  ['10.0.0.1', ' , ,', 1, '10.0.0.1'],
])('%s behind %s with %i hops is %s', async (remoteAddress, forwarded, hops, client) => {
  const app = new Hono()
  app.get('/', (c) => c.text(clientAddress(c, hops)))
  const response = await app.request(
    '/',
    { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} },
    {
      incoming: { socket: { remoteAddress } },
    },
  )
  expect(await response.text()).toBe(client)
})
