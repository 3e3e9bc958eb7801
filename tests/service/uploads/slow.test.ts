import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleErrors } from '#service/http/errors.ts'
import { closeServer, listen } from '#service/http/listen.ts'
import { uploadRoutes } from '#service/uploads/routes.ts'
import { type TestService, convertInProcess, openTestService } from '#tests/service/harness.ts'
import { pdfOf } from './files.ts'
import { type UploadingRun, beginRun, countStored, idOf } from './uploading-run.ts'

// Tests clients that send or read slowly, never stop sending, or disconnect. These cases need a real socket.

let service: TestService
let running: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  service = await openTestService()
  const app = new Hono()
  app.onError(handleErrors(pino({ level: 'silent' })))
  const limits = { enabled: false, hops: 0, count: async () => undefined }
  let id = 0
  const routes = uploadRoutes({
    store: service.store,
    now: service.clock.now,
    newId: () => `00000000-0000-4000-8000-${String(++id).padStart(12, '0')}`,
    limits,
    quota: Number.MAX_SAFE_INTEGER,
    freeDisk: { isLow: async () => false },
    convertProof: convertInProcess,
    pace: { headMs: 300, windowMs: 600, bytesPerSecond: 8000 },
  })
  app.route('/', routes)
  running = await listen(app, 0, { withinMs: 10_000, bytesPerSecond: 8192, unreadMs: 1000 })
})
afterAll(async () => {
  await closeServer(running.server, 1000)
  await service.close()
})

const part = (name: string, more: string) => `--x\r\nContent-Disposition: form-data; name="${name}"${more}`

async function begin(run: UploadingRun, length: string) {
  const begun = await open(run, length)
  begun.socket.write(part('file', '; filename="a.pdf"\r\n\r\n'))
  return begun
}

async function open(run: UploadingRun, length: string) {
  const socket = connect(running.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const lines = [
    `POST ${run.target()} HTTP/1.1`,
    'Host: x',
    `X-Run-Secret: ${run.secret}`,
    'Connection: close',
  ]
  socket.write([...lines, 'Content-Type: multipart/form-data; boundary=x', length, '', ''].join('\r\n'))
  let text = ''
  socket.setEncoding('latin1').on('data', (data: string) => (text += data))
  const closed = new Promise((resolve) => void socket.once('close', resolve))
  return {
    socket,
    response: async () => {
      await closed
      return text
    },
  }
}

const stored = () => countStored(service)

test('a client that stops sending gets a response after a timeout, and nothing is stored', async () => {
  const { socket, response } = await begin(await beginRun(service), 'Content-Length: 5000000')
  socket.write(pdfOf(1_000_000))
  expect(await response()).toMatch(/^HTTP\/1\.1 400 .*broken-off/s)
  expect(stored()).toBe(0)
})

test('an upload below the minimum rate is aborted', async () => {
  const { socket, response } = await begin(await beginRun(service), 'Content-Length: 5000000')
  socket.write(pdfOf(100))
  const drip = setInterval(() => socket.writable && socket.write('x'), 50)
  expect(await response()).toMatch(/^HTTP\/1\.1 400 .*broken-off/s)
  clearInterval(drip)
  expect(stored()).toBe(0)
})

test('a client that sends no file after the headers gets a response within seconds', async () => {
  for (const sent of ['', '--x\r\nContent-Disposition: form-data; name="runId"\r\n\r\n']) {
    const run = await beginRun(service)
    const { socket, response } = await open(run, 'Content-Length: 5000000')
    const began = performance.now()
    socket.write(sent)
    const drip = setInterval(() => socket.writable && socket.write('x'), 50)
    expect(await response()).toMatch(/^HTTP\/1\.1 400 .*broken-off/s)
    clearInterval(drip)
    expect(performance.now() - began).toBeLessThan(3000)
  }
  expect(stored()).toBe(0)
})

test('a slow client that keeps the minimum rate is accepted, whatever the duration', async () => {
  const run = await beginRun(service)
  const content = pdfOf(40_000)
  const body = Buffer.concat([
    Buffer.from(part('file', '; filename="a.pdf"\r\n\r\n')),
    content,
    Buffer.from('\r\n--x--\r\n'),
  ])
  const { socket, response } = await open(run, `Content-Length: ${body.length}`)
  // Send 16 KB per second, which is twice the minimum rate. The upload lasts more than four times `windowMs`, the
  // period over which the service averages the rate.
  for (let at = 0; at < body.length; at += 800) {
    socket.write(body.subarray(at, at + 800))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(await response()).toMatch(/^HTTP\/1\.1 201 /)
  await run.remove((await run.list())[0]!.id)
})

test('reading an endless body stops at a limit', async () => {
  const { socket, response } = await begin(await beginRun(service), 'Content-Length: 900000000')
  let sent = 0
  const flood = () => {
    while (socket.writable && sent < 900_000_000 && socket.write(Buffer.alloc(64 * 1024, 37)))
      sent += 64 * 1024
  }
  socket.on('drain', flood)
  socket.write(pdfOf(1000))
  flood()
  // The response may be empty: a client that is still sending when the connection is closed may not receive it.
  expect(await response()).toMatch(/^$|^HTTP\/1\.1 413 .*file-too-large/s)
  expect(sent).toBeLessThan(200_000_000)
  expect(stored()).toBe(0)
})

test('nothing is stored if the client disconnects', async () => {
  const { socket } = await begin(await beginRun(service), 'Content-Length: 5000000')
  socket.write(pdfOf(1_000_000))
  await expect.poll(stored).toBe(1)
  socket.destroy()
  await expect.poll(stored).toBe(0)
})

/** Requests a file without reading the response. The caller reads as much of it as the test needs. */
async function download(run: UploadingRun, id: string) {
  const socket = connect(running.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  let closed = false
  socket.once('close', () => (closed = true))
  const ask = () =>
    socket.write(`GET /api/uploads/${id} HTTP/1.1\r\nHost: x\r\nX-Run-Secret: ${run.secret}\r\n\r\n`)
  ask()
  return { socket, ask, isClosed: () => closed }
}
const connections = () => promisify(running.server.getConnections.bind(running.server))()

describe('a download', () => {
  test('that the client does not read is aborted, even if it keeps sending requests, and its slot is freed', async () => {
    const run = await beginRun(service)
    const id = await idOf(run.send(pdfOf(9_000_000)))
    const others = await connections()
    const unread = await Promise.all(Array.from({ length: 8 }, () => download(run, id)))
    const drip = setInterval(() => {
      for (const { socket, ask } of unread) if (socket.writable) ask()
    }, 50)
    const address = `http://127.0.0.1:${running.port}/api/uploads/${id}`
    const headers = { 'x-run-secret': run.secret, connection: 'close' }
    await expect.poll(async () => (await fetch(address, { headers })).status).toBe(429)
    // A HEAD request occupies no slot.
    expect((await fetch(address, { method: 'HEAD', headers })).status).toBe(200)
    await expect.poll(connections, { timeout: 10_000 }).toBe(others)
    clearInterval(drip)
    for (let at = 0; at < 5; at++) {
      expect((await fetch(address, { method: 'HEAD', headers })).status).toBe(200)
      expect((await (await fetch(address, { headers })).bytes()).length).toBe(9_000_000)
    }
    for (const { socket } of unread) socket.destroy()
    await run.remove(id)
  })

  test('that is read slowly is not aborted', async () => {
    const run = await beginRun(service)
    const id = await idOf(run.send(pdfOf(9_000_000)))
    const { socket, isClosed } = await download(run, id)
    let bytes = 0
    socket.on('data', (data: Buffer) => {
      bytes += data.length
      socket.pause()
    })
    // The download must take longer than `unreadMs`, the time after which a client that reads nothing is disconnected.
    const began = performance.now()
    const reading = setInterval(() => socket.resume(), 25)
    await expect.poll(() => isClosed() || bytes > 9_000_000, { timeout: 20_000 }).toBe(true)
    clearInterval(reading)
    expect(performance.now() - began).toBeGreaterThan(2000)
    expect(bytes).toBeGreaterThan(9_000_000)
    socket.destroy()
    await run.remove(id)
  })
})
