import { type RequestListener, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { drainMs, startProxy } from '#tools/stack/proxy.ts'
import { freePort } from '#tools/stack/free-port.ts'
import { eventually } from '#tests/eventually.ts'

async function listen(answer: RequestListener, port = 0) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return { port: (server.address() as AddressInfo).port, close }
}

/** Returns a listener that responds with `name` and parts of the request. */
const echo = (name: string): RequestListener => {
  return (from, to) => {
    let body = ''
    from.setEncoding('utf8').on('data', (text: string) => (body += text))
    from.on('end', () => {
      to.setHeader('content-type', 'application/json')
      to.end(JSON.stringify({ name, body, client: from.headers['x-forwarded-for'], host: from.headers.host }))
    })
  }
}

async function proxyTo(...replicas: number[]) {
  const proxy = await startProxy({ port: 0, replicas })
  onTestFinished(() => proxy.close())
  return `http://127.0.0.1:${proxy.port}`
}

const ask = async (url: string, init?: RequestInit) =>
  (await (await fetch(`${url}/x?y=1`, init)).json()) as Record<string, string>

test('distributes requests round-robin, with body, host and client address', async () => {
  const [one, two] = [await listen(echo('one')), await listen(echo('two'))]
  const url = await proxyTo(one.port, two.port)
  const post = () =>
    ask(url, { method: 'POST', body: 'ä'.repeat(50_000), headers: { 'x-forwarded-for': '9.9.9.9' } })
  const answers = [await post(), await post(), await post(), await post()]
  expect(answers.map(({ name }) => name)).toEqual(['two', 'one', 'two', 'one'])
  expect(answers[0]).toMatchObject({
    body: 'ä'.repeat(50_000),
    client: '9.9.9.9, 127.0.0.1',
    host: new URL(url).host,
  })
})

test('retries a refused connection on another replica, and uses a replica again after it recovered', async () => {
  const [port, one] = [await freePort(), await listen(echo('one'))]
  const url = await proxyTo(port, one.port)
  for (let count = 0; count < 6; count += 1)
    expect(await ask(url, { method: 'POST', body: `post ${count}` })).toMatchObject({
      name: 'one',
      body: `post ${count}`,
    })
  await listen(echo('two'), port)
  await eventually(async () => expect((await ask(url)).name).toBe('two'))
})

test('sends no requests to a replica that is about to stop', async () => {
  let stopping = false
  const first: RequestListener = (from, to) => {
    if (from.url === '/healthz') to.writeHead(stopping ? 503 : 200).end()
    else echo('one')(from, to)
  }
  const [one, two] = [await listen(first), await listen(echo('two'))]
  const url = await proxyTo(one.port, two.port)
  const names = async () => [(await ask(url)).name, (await ask(url)).name]
  expect(new Set(await names())).toEqual(new Set(['one', 'two']))
  stopping = true
  await sleep(drainMs)
  expect([await names(), await names()]).toEqual([
    ['two', 'two'],
    ['two', 'two'],
  ])
})

test('returns 503 with Retry-After while no replica is up, and detects one that starts', async () => {
  const port = await freePort()
  const url = await proxyTo(port)
  const refused = await fetch(url)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  await listen(echo('one'), port)
  expect((await ask(url)).name).toBe('one')
})

test('does not repeat an aborted request, because it may have been processed', async () => {
  let taken = 0
  const breakOff: RequestListener = (from) => {
    taken += from.url === '/healthz' ? 0 : 1
    from.on('end', () => from.socket.destroy()).resume()
  }
  const [one, two] = [await listen(breakOff), await listen(breakOff)]
  const { status } = await fetch(await proxyTo(one.port, two.port), { method: 'POST', body: 'order' })
  expect([status, taken]).toEqual([502, 1])
})

test('aborts the request of a client that disconnects', async () => {
  let gone = false
  const slow = await listen((from) => void from.socket.on('close', () => (gone = true)))
  const leaving = request(await proxyTo(slow.port))
  leaving.on('error', () => {}).end()
  await sleep(50)
  leaving.destroy()
  await eventually(() => expect(gone).toBe(true))
})
