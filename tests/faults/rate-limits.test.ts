import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#tests/faults/support/engines.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

// The limits of the service: requests per client and minute.
const eventsAMinute = 600
const lookupsAMinute = 120

interface Client {
  /** Loopback address from which the request comes: that of the client, or of the proxy if `TRUST_PROXY` is set. */
  from: string
  /** Value of X-Forwarded-For. */
  forwarded?: string
}

const engine = engines[0]!
const services = serviceProcesses()
let temporary: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  temporary = temporaryFolder()
})
afterEach(async () => {
  await services.killAll()
  temporary.remove()
})

async function start(env: Record<string, string>) {
  const { env: own } = await engine.create(temporary.folder)
  const { url } = await services.start({ ...own, RATE_LIMIT: 'on', ...env })
  /**
   * Sends requests one after another. Returns the number of responses of each status, and the values of Retry-After.
   */
  return async (target: string, times: number, { from, forwarded }: Client) => {
    const counts: Record<number, number> = {}
    const retryAfter: number[] = []
    for (let n = 0; n < times; n++) {
      const response = await sendOne(`${url}${target}`, from, forwarded)
      counts[response.status] = (counts[response.status] ?? 0) + 1
      if (response.retryAfter !== undefined) retryAfter.push(Number(response.retryAfter))
    }
    return { counts, retryAfter }
  }
}

function sendOne(url: string, from: string, forwarded?: string) {
  const isPost = url.endsWith('/api/events')
  const headers = {
    'content-type': 'application/json',
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
  }
  return new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    const sent = request(
      url,
      { method: isPost ? 'POST' : 'GET', localAddress: from, headers },
      (response) => {
        response
          .resume()
          .on('end', () =>
            resolve({ status: response.statusCode as number, retryAfter: response.headers['retry-after'] }),
          )
      },
    )
    // The body contains no events, but such a request is counted too.
    sent.on('error', reject).end(isPost ? '{}' : undefined)
  })
}

describe('requests of one client and minute', { timeout: 60_000 }, () => {
  test('are counted by the address that connects; X-Forwarded-For is not trusted', async () => {
    const send = await start({})
    for (const [target, allowed, status] of [
      ['/api/events', eventsAMinute, 400],
      ['/api/orders/00000000-0000-4000-8000-000000000001', lookupsAMinute, 404],
    ] as const) {
      const own = { from: '127.0.0.1' }
      expect((await send(target, allowed - 50, own)).counts).toEqual({ [status]: allowed - 50 })
      let forged = 0
      const forge = () => ({ ...own, forwarded: `198.51.100.${++forged}` })
      for (let n = 0; n < 50; n++) expect((await send(target, 1, forge())).counts).toEqual({ [status]: 1 })
      const refused = await send(target, 1, forge())
      expect(refused.counts).toEqual({ 429: 1 })
      expect(refused.retryAfter[0]).toBeGreaterThanOrEqual(1)
      expect(refused.retryAfter[0]).toBeLessThanOrEqual(60)
      expect((await send(target, 1, { from: '127.0.0.2' })).counts).toEqual({ [status]: 1 })
    }
  })

  test('are counted behind a trusted proxy by the address that the proxy saw, not the one that the client claims', async () => {
    const send = await start({ TRUST_PROXY: '1' })
    const target = '/api/orders/00000000-0000-4000-8000-000000000001'
    const visitor = { from: '127.0.0.1', forwarded: '203.0.113.7' }
    expect((await send(target, lookupsAMinute, visitor)).counts).toEqual({ 404: lookupsAMinute })
    expect(
      (await send(target, 1, { ...visitor, forwarded: `192.0.2.1, ${visitor.forwarded}` })).counts,
    ).toEqual({
      429: 1,
    })
    // The limit also applies to the same client behind another proxy, but not to another client behind the same proxy.
    expect((await send(target, 1, { ...visitor, from: '127.0.0.2' })).counts).toEqual({ 429: 1 })
    expect((await send(target, 1, { ...visitor, forwarded: '203.0.113.8' })).counts).toEqual({ 404: 1 })
  })
})
