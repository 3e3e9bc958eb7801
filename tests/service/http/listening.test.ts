import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { closeServer, listen } from '#service/http/listen.ts'
import { StartError } from '#service/config/start-error.ts'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

// These tests need a real connection, because `app.request()` works without one.

let service: TestService
let running: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  service = await openTestService({ ingest: { size: 10 } })
  running = await listen(service.app, 0)
})
afterAll(async () => {
  await closeServer(running.server, 1000)
  await service.close()
})

async function open(): Promise<Socket> {
  const socket = connect(running.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Returns everything that is received until the server closes the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await once(socket, 'close')
  return text
}

function head(lines: string[]): string {
  return ['POST /api/events HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...lines, '', ''].join(
    '\r\n',
  )
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const url = () => `http://127.0.0.1:${running.port}`

async function stillAlive() {
  const response = await fetch(`${url()}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(envelope([wireEvent('start')])),
  })
  expect(response.status).toBe(200)
}

describe('bodies', () => {
  test('a chunked body is read', async () => {
    const socket = await open()
    const text = JSON.stringify(envelope([wireEvent('start')]))
    socket.write(head(['Transfer-Encoding: chunked', 'Connection: close']))
    socket.write(chunk(text.slice(0, 40)))
    socket.write(`${chunk(text.slice(40))}0\r\n\r\n`)
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 .*"stored"/s)
  })

  test('an endless chunked body is cut off at the limit', async () => {
    const socket = await open()
    socket.write(head(['Transfer-Encoding: chunked']))
    const closed = readAll(socket)
    const piece = chunk(' '.repeat(16 * 1024))
    const feed = setInterval(() => socket.writable && socket.write(piece), 1)
    const text = await Promise.race([closed, once(socket, 'data').then(([first]) => String(first))])
    clearInterval(feed)
    socket.destroy()
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    await stillAlive()
  })

  test('a declared size over the limit is refused before the body arrives', async () => {
    const socket = await open()
    socket.write(head(['Content-Length: 999999999']))
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  test('a truncated body affects no other request', async () => {
    const socket = await open()
    socket.write(`${head(['Content-Length: 5000'])}{"sentAt":`)
    socket.destroy()
    await stillAlive()
    expect(service.lines.join('\n')).not.toContain('unexpected error')
  })

  test('contradictory lengths are refused', async () => {
    const socket = await open()
    socket.write(`${head(['Content-Length: 2', 'Transfer-Encoding: chunked'])}0\r\n\r\n`)
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

const headOf = (target: string, length: number) =>
  [
    `POST ${target} HTTP/1.1`,
    'Host: x',
    `Content-Length: ${length}`,
    'Content-Type: application/json',
    '',
    '',
  ].join('\r\n')

describe('a body that arrives too slowly', () => {
  const impatient = { withinMs: 200, bytesPerSecond: 20_000 }

  async function openImpatient() {
    const own = await listen(service.app, 0, impatient)
    onTestFinished(() => closeServer(own.server, 1000))
    return async (text: string) => {
      const socket = connect(own.port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(text)
      return socket
    }
  }

  test.each([
    ['events', '/api/events'],
    ['a payment report', '/api/payments/webhook'],
    ['a login', '/api/login'],
    ['a path that takes no body', '/api/orders/00000000-0000-4000-8000-000000000001/checkout'],
    ['uploads without a secret', '/api/uploads?runId=00000000-0000-4000-8000-000000000001&field=mietvertrag'],
    ['a path that does not exist', '/api/uploadsX'],
  ])('is cut off on any path: %s', async (_, target) => {
    const begin = await openImpatient()
    const began = performance.now()
    const socket = await begin(`${headOf(target, 5000)}{`)
    const drip = setInterval(() => socket.writable && socket.write(' '), 50)
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
    clearInterval(drip)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  test('is cut off even if the response has been sent', async () => {
    const begin = await openImpatient()
    const socket = await begin(headOf('/healthz', 5000).replace('POST', 'GET'))
    const drip = setInterval(() => socket.writable && socket.write(' '), 50)
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 /)
    clearInterval(drip)
  })

  test('may take longer if it is large and keeps the minimum rate', async () => {
    const begin = await openImpatient()
    const body = JSON.stringify(envelope([wireEvent('start')])).padEnd(100_000)
    const send = async (pieces: number) => {
      const socket = await begin(headOf('/api/events', body.length))
      const answered = readAll(socket)
      const size = body.length / 20
      for (let at = 0; at < pieces; at++) {
        socket.write(body.slice(at * size, (at + 1) * size))
        await new Promise((resolve) => setTimeout(resolve, 80))
      }
      if (pieces === 20) socket.end()
      return answered
    }
    // The first request sends its whole body at about 60 KB per second, which takes 1.6 s. The second one stops
    // halfway.
    expect(await send(20)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await send(10)).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('headers', () => {
  test('more than 16 KB are refused', async () => {
    const socket = await open()
    socket.write(head([`X-Filler: ${'a'.repeat(20_000)}`]))
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('slow headers are cut off', () => {
    expect(running.server.headersTimeout).toBe(10_000)
    // 0 means no timeout for the whole request. A minimum rate for the body replaces it.
    expect(running.server.requestTimeout).toBe(0)
  })

  test('an invalid request is refused', async () => {
    const socket = await open()
    socket.write('HELLO\r\n\r\n')
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 400 /)
    await stillAlive()
  })
})

test('events of a client that disconnects while they wait are stored', async () => {
  const event = wireEvent('step')
  const abort = new AbortController()
  const sent = fetch(`${url()}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(envelope([event])),
    signal: abort.signal,
  }).catch(() => undefined)
  while (service.ingest.pending() === 0) await new Promise((resolve) => setImmediate(resolve))
  abort.abort()
  await sent
  await service.ingest.flush()
  expect(await service.store.log.find({ id: event.id })).toBeDefined()
})

test('a port in use is reported in one line', async () => {
  await expect(listen(service.app, running.port)).rejects.toThrow(StartError)
  await expect(listen(service.app, running.port)).rejects.toThrow(
    `PORT ${running.port} cannot be used: it is in use by another program. Allowed: any free port, for example PORT=3001.`,
  )
})

test('closing lets requests in flight finish, and accepts no new ones', async () => {
  const own = await listen(service.app, 0)
  const waiting = fetch(`http://127.0.0.1:${own.port}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(envelope([wireEvent('step')])),
  })
  while (service.ingest.pending() === 0) await new Promise((resolve) => setImmediate(resolve))
  const closed = closeServer(own.server, 5000)
  // Waits until the server stops listening. From then on, new connections are refused.
  while (own.server.listening) await new Promise((resolve) => setImmediate(resolve))
  await expect(fetch(`http://127.0.0.1:${own.port}/healthz`)).rejects.toThrow()
  await service.ingest.flush()
  expect((await waiting).status).toBe(200)
  await closed
})

test('closing still accepts a connection that arrives while the last round is delayed', async () => {
  const own = await listen(service.app, 0)
  const steps = new Int32Array(new SharedArrayBuffer(8))
  const client = new Worker(clientOnItsOwn, { eval: true, workerData: { port: own.port, steps } })
  await once(client, 'online')
  const said = once(client, 'message')
  let rounds = 0
  // `work` runs in each round of the event loop, just before `closeServer` checks for new connections. In the third
  // round, `work` blocks the thread until the client has connected. The server has then not yet accepted this
  // connection, which only waits in the queue of the kernel.
  setImmediate(function work() {
    if (++rounds < 3) return void setImmediate(work)
    Atomics.store(steps, 0, 1)
    Atomics.notify(steps, 0)
    Atomics.wait(steps, 1, 0, 10_000)
  })
  const closed = closeServer(own.server, 5000)
  expect(await said).toEqual([expect.stringMatching(/^HTTP\/1\.1 200 /)])
  await closed
})

/**
 * Client that runs on another thread, because the test blocks its own thread. It connects when `steps[0]` is set, and
 * sets `steps[1]` once it is connected.
 */
const clientOnItsOwn = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, steps } } = require('node:worker_threads')
  Atomics.wait(steps, 0, 0)
  let text = ''
  const socket = connect(port, '127.0.0.1', () => {
    Atomics.store(steps, 1, 1)
    Atomics.notify(steps, 1)
    socket.write('GET /healthz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')
  })
  socket.setEncoding('utf8').on('data', (part) => (text += part)).on('error', (error) => (text += error.code))
  socket.on('close', () => parentPort.postMessage(text))
`

test('closing does not wait for a request that never ends', async () => {
  const own = await listen(service.app, 0)
  const socket = connect(own.port, '127.0.0.1')
  socket.on('error', () => undefined).write(`${head(['Content-Length: 5000'])}{"sentAt":`)
  await once(own.server, 'request')
  const asked = performance.now()
  await Promise.all([closeServer(own.server, 200), once(socket, 'close')])
  expect(performance.now() - asked).toBeLessThan(5000)
})

async function openOwn() {
  const own = await listen(service.app, 0)
  const socket = connect(own.port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  const closed = once(socket, 'close')
  const answers = () => text.match(/HTTP\/1\.1 200 /g)?.length ?? 0
  return { ...own, socket, closed, answers, said: () => text }
}
const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

describe('shutdown', () => {
  test('answers a request on a keep-alive connection with Connection: close', async () => {
    const { server, socket, closed, answers, said } = await openOwn()
    socket.write(ask)
    await expect.poll(answers).toBe(1)
    expect(said()).not.toMatch(/connection: close/i)
    const ended = closeServer(server, 5000)
    socket.write(ask)
    await closed
    expect(answers()).toBe(2)
    expect(said().match(/^connection: close/gim)).toHaveLength(1)
    await ended
  })

  test('sends Connection: close with a response in progress as well', async () => {
    const { server, socket, closed, said } = await openOwn()
    const body = JSON.stringify(envelope([wireEvent('step')]))
    socket.write(head([`Content-Length: ${body.length}`]) + body)
    await expect.poll(() => service.ingest.pending()).toBe(1)
    const ended = closeServer(server, 5000)
    await service.ingest.flush()
    await closed
    expect(said()).toMatch(/^HTTP\/1\.1 200/)
    expect(said()).toMatch(/^connection: close/im)
    await ended
  })

  test('does not wait long for an idle keep-alive connection', async () => {
    const { server, socket, closed, answers } = await openOwn()
    socket.write(ask)
    await expect.poll(answers).toBe(1)
    await closeServer(server, 60_000)
    await closed
  })
})
