import { afterEach, beforeEach, expect, test } from 'vitest'
import { postMessage } from '#service/outgoing/post-message.ts'
import { type Reaction, type Receiver, openReceiver } from '#tests/service/outbox/receiver.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(() => receiver.close())

/** Sends a request. The default timeout is long enough for a busy machine; tests of timeouts pass a short one. */
function post(url = receiver.url, withinMs = 15_000) {
  const signal = AbortSignal.timeout(withinMs)
  return postMessage({ url, headers: { 'webhook-id': 'a' }, body: '{}', signal })
}

test.each([200, 201, 204, 299])('%i is a success', async (status) => {
  receiver.react(status)
  expect(await post()).toEqual({ delivered: true, status, error: null, retryAfter: null })
  expect(receiver.received[0]).toMatchObject({
    body: '{}',
    headers: { 'content-type': 'application/json', 'webhook-id': 'a' },
  })
})

const drip: Reaction = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(timer))
}

test.each<[string, Reaction, number | null, string]>([
  ['an error', 500, 500, 'status 500'],
  ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end(), 302, 'status 302'],
  ['a stopped endpoint', 410, 410, 'status 410'],
  ['a connection dropped after reading', (_, request) => request.socket.destroy(), null, 'ECONNRESET'],
  [
    'a truncated response',
    (response) => response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
    200,
    'ECONNRESET',
  ],
  ['no response', () => undefined, null, 'timeout'],
  ['a response that never ends', drip, 200, 'timeout'],
])('%s is a failure', async (_, reaction, status, error) => {
  receiver.react(reaction)
  const withinMs = error === 'timeout' ? 1500 : undefined
  expect(await post(receiver.url, withinMs)).toEqual({ delivered: false, status, error, retryAfter: null })
  // The request must not be repeated, and no redirect may be followed.
  expect(receiver.received).toHaveLength(1)
})

test('a refused connection is a failure', async () => {
  const { url } = receiver
  await receiver.close()
  expect(await post(url)).toEqual({ delivered: false, status: null, error: 'ECONNREFUSED', retryAfter: null })
})

test('an endless response is read only up to a limit', async () => {
  receiver.react((response) => {
    response.writeHead(200)
    const flood = () => void (response.writable && response.write(Buffer.alloc(16_384), flood))
    flood()
  })
  expect(await post()).toMatchObject({ delivered: true, status: 200 })
})

test('returns the Retry-After header', async () => {
  receiver.react((response) => response.writeHead(429, { 'retry-after': '7' }).end())
  expect(await post()).toEqual({ delivered: false, status: 429, error: 'status 429', retryAfter: '7' })
})
