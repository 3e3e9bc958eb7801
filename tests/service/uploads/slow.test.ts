import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleErrors } from '#service/errors.ts'
import { closeServer, listen } from '#service/listen.ts'
import { uploadRoutes } from '#service/routes/uploads.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { pdfOf } from './files.ts'
import { type UploadingRun, beginRun, countStored, uploadFunnel } from './uploading-run.ts'

// Clients that send slowly, for ever, or go away in the middle: only a socket shows them.

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
    patience: { idleMs: 300, totalMs: 1500 },
  })
  app.route('/', routes)
  running = await listen(app, 0)
})
afterAll(async () => {
  await closeServer(running.server, 1000)
  await service.close()
})

const part = (name: string, more: string) => `--x\r\nContent-Disposition: form-data; name="${name}"${more}`

async function begin(run: UploadingRun, length: string) {
  const socket = connect(running.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const lines = ['POST /api/uploads HTTP/1.1', 'Host: x', `X-Run-Secret: ${run.secret}`, 'Connection: close']
  socket.write(
    [...lines, 'Content-Type: multipart/form-data; boundary=x', length, '', ''].join('\r\n') +
      part('runId', `\r\n\r\n${run.runId}\r\n`) +
      part('field', `\r\n\r\n${uploadFunnel.field}\r\n`) +
      part('file', '; filename="a.pdf"\r\n\r\n'),
  )
  let text = ''
  socket.setEncoding('latin1').on('data', (data: string) => (text += data))
  const closed = new Promise((resolve) => void socket.once('close', resolve))
  return {
    socket,
    answer: async () => {
      await closed
      return text
    },
  }
}

const stored = () => countStored(service)

test('one that stops sending is answered after a while, and nothing of it is kept', async () => {
  const { socket, answer } = await begin(await beginRun(service), 'Content-Length: 5000000')
  socket.write(pdfOf(1_000_000))
  expect(await answer()).toMatch(/^HTTP\/1\.1 400 .*broken-off/s)
  expect(stored()).toBe(0)
})

test('one that drips is not let go on for ever', async () => {
  const { socket, answer } = await begin(await beginRun(service), 'Content-Length: 5000000')
  socket.write(pdfOf(100))
  const drip = setInterval(() => socket.writable && socket.write('x'), 50)
  expect(await answer()).toMatch(/^HTTP\/1\.1 400 .*broken-off/s)
  clearInterval(drip)
  expect(stored()).toBe(0)
})

test('one that never ends is cut off', async () => {
  const { socket, answer } = await begin(await beginRun(service), 'Content-Length: 900000000')
  let sent = 0
  const flood = () => {
    while (socket.writable && sent < 900_000_000 && socket.write(Buffer.alloc(64 * 1024, 37)))
      sent += 64 * 1024
  }
  socket.on('drain', flood)
  socket.write(pdfOf(1000))
  flood()
  // A client that does not stop to listen may miss what it is told.
  expect(await answer()).toMatch(/^$|^HTTP\/1\.1 413 .*file-too-large/s)
  expect(sent).toBeLessThan(200_000_000)
  expect(stored()).toBe(0)
})

test('one that goes away leaves nothing', async () => {
  const { socket } = await begin(await beginRun(service), 'Content-Length: 5000000')
  socket.write(pdfOf(1_000_000))
  await expect.poll(stored).toBe(1)
  socket.destroy()
  await expect.poll(stored).toBe(0)
})
