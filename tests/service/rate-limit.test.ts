import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { pino } from 'pino'
import { createAlone } from '#db/alone.ts'
import { clientAddress } from '#service/client-address.ts'
import { handleErrors } from '#service/errors.ts'
import { rateLimit } from '#service/rate-limit.ts'

function limited(perMinute: number, over: { enabled?: boolean; hops?: number } = {}) {
  const app = new Hono()
  app.onError(handleErrors(pino({ level: 'silent' })))
  const limit = { name: 'test', perMinute }
  app.use(rateLimit(limit, { enabled: true, hops: 0, count: createAlone().count, ...over }))
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

test('more requests than allowed are answered 429 with the seconds to wait, for that client only', async () => {
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

test('a forged X-Forwarded-For gets nobody around the limit', async () => {
  const direct = limited(1)
  expect((await direct('192.0.2.1', '198.51.100.1')).status).toBe(200)
  expect((await direct('192.0.2.1', '198.51.100.2')).status).toBe(429)
  const behindOne = limited(1, { hops: 1 })
  expect((await behindOne('10.0.0.1', '1.1.1.1, 198.51.100.1')).status).toBe(200)
  expect((await behindOne('10.0.0.1', '2.2.2.2, 198.51.100.1')).status).toBe(429)
  expect((await behindOne('10.0.0.1', '198.51.100.9')).status).toBe(200)
})

test('off means off', async () => {
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
  // Fewer than there should be: the farthest that is known.
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
