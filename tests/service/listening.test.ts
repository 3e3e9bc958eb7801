import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer, listen } from '#service/listen.ts'
import { StartError } from '#service/start-error.ts'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

// What only a socket shows: app.request() has neither.

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

/** Everything until the server closes the connection. */
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
  test('a chunked one is read', async () => {
    const socket = await open()
    const text = JSON.stringify(envelope([wireEvent('start')]))
    socket.write(head(['Transfer-Encoding: chunked', 'Connection: close']))
    socket.write(chunk(text.slice(0, 40)))
    socket.write(`${chunk(text.slice(40))}0\r\n\r\n`)
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 .*"stored"/s)
  })

  test('a chunked one without an end is cut off at the bound', async () => {
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

  test('a declared size over the bound is refused before the body comes', async () => {
    const socket = await open()
    socket.write(head(['Content-Length: 999999999']))
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  test('one that breaks off harms nobody', async () => {
    const socket = await open()
    socket.write(`${head(['Content-Length: 5000'])}{"sentAt":`)
    socket.destroy()
    await stillAlive()
    expect(service.lines.join('\n')).not.toContain('unexpected error')
  })

  test('lengths that contradict each other are refused', async () => {
    const socket = await open()
    socket.write(`${head(['Content-Length: 2', 'Transfer-Encoding: chunked'])}0\r\n\r\n`)
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('a body that comes too slowly', () => {
  test('is given up, but a file may take longer', async () => {
    const impatient = await listen(service.app, 0, 100)
    const begin = async (lines: string) => {
      const socket = connect(impatient.port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(lines)
      return socket
    }
    const file = ['POST /api/uploads HTTP/1.1', 'Host: x', 'Content-Length: 9']
    const type = 'Content-Type: multipart/form-data; boundary=x'
    const upload = await begin([...file, type, 'Connection: close', '', 'a'].join('\r\n'))
    const event = await begin(`${head(['Content-Length: 9'])}a`)
    expect(await readAll(event)).toMatch(/^HTTP\/1\.1 408 /)
    // The event came after it and is gone already.
    upload.write('12345678')
    expect(await readAll(upload)).toMatch(/^HTTP\/1\.1 400 .*broken-off/s)
    await closeServer(impatient.server, 1000)
  })
})

describe('headers', () => {
  test('more than 16 KB are refused', async () => {
    const socket = await open()
    socket.write(head([`X-Filler: ${'a'.repeat(20_000)}`]))
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('those that come too slowly are given up', () => {
    expect(running.server.headersTimeout).toBe(10_000)
    expect(running.server.requestTimeout).toBe(300_000)
  })

  test('a request that is none is refused', async () => {
    const socket = await open()
    socket.write('HELLO\r\n\r\n')
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 400 /)
    await stillAlive()
  })
})

test('a client that goes away while its events wait has them stored all the same', async () => {
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

test('a port in use is told in one line', async () => {
  await expect(listen(service.app, running.port)).rejects.toThrow(StartError)
  await expect(listen(service.app, running.port)).rejects.toThrow(
    `PORT ${running.port} cannot be had: it is in use by another program. Allowed: any free port, for example PORT=3001.`,
  )
})

test('closing lets what is in flight finish, and takes nothing new', async () => {
  const own = await listen(service.app, 0)
  const waiting = fetch(`http://127.0.0.1:${own.port}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(envelope([wireEvent('step')])),
  })
  while (service.ingest.pending() === 0) await new Promise((resolve) => setImmediate(resolve))
  const closed = closeServer(own.server, 5000)
  // What was on its way when it was closed is still taken, what comes then is refused.
  while (own.server.listening) await new Promise((resolve) => setImmediate(resolve))
  await expect(fetch(`http://127.0.0.1:${own.port}/healthz`)).rejects.toThrow()
  await service.ingest.flush()
  expect((await waiting).status).toBe(200)
  await closed
})

test('closing still takes a connection that comes while the last look is kept waiting', async () => {
  const own = await listen(service.app, 0)
  const steps = new Int32Array(new SharedArrayBuffer(8))
  const client = new Worker(clientOnItsOwn, { eval: true, workerData: { port: own.port, steps } })
  await once(client, 'online')
  const said = once(client, 'message')
  let rounds = 0
  // Each runs right before the look of its round; in the third one nothing is accepted until the kernel has the connection.
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

/** On a thread of its own, for the service's is kept busy. It connects at the first step and tells by the second. */
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

describe('the end', () => {
  test('answers a request that is on its way over a kept connection, and says that it is the last', async () => {
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

  test('says so also in an answer that was being made', async () => {
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

  test('does not wait long for a kept connection over which nothing comes', async () => {
    const { server, socket, closed, answers } = await openOwn()
    socket.write(ask)
    await expect.poll(answers).toBe(1)
    await closeServer(server, 60_000)
    await closed
  })
})
