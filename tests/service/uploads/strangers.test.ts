import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeServer, listen } from '#service/http/listen.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { pdfOf } from './files.ts'
import { type UploadingRun, beginRun } from './uploading-run.ts'

// Tests attackers and visitors over real connections. All have the same address, and rate limits are enabled.

let service: TestService
let running: Awaited<ReturnType<typeof listen>>
const sockets: Socket[] = []
beforeAll(async () => {
  service = await openTestService({ settings: { rateLimit: true } })
  running = await listen(service.app, 0)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await closeServer(running.server, 1000)
  await service.close()
})

/** Begins an upload whose `Content-Length` is 10 MB, but sends only the first line of the body. */
async function beginSilent(target: string, secret?: string) {
  const socket = connect(running.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const heads = [
    `POST ${target} HTTP/1.1`,
    'Host: x',
    'Content-Type: multipart/form-data; boundary=B',
    'Content-Length: 9999999',
    ...(secret === undefined ? [] : [`X-Run-Secret: ${secret}`]),
  ]
  socket.write([...heads, '', '--B\r\n'].join('\r\n'))
  let text = ''
  socket.setEncoding('latin1').on('data', (data: string) => (text += data))
  return { socket, received: () => text }
}

async function uploadOf(run: UploadingRun, bytes = 300_000) {
  const { contentType, body } = await run.encodeFile(pdfOf(bytes))
  const began = performance.now()
  const response = await fetch(`http://127.0.0.1:${running.port}${run.target()}`, {
    method: 'POST',
    headers: { 'x-run-secret': run.secret, 'content-type': contentType },
    body,
  })
  return { response, ms: performance.now() - began }
}

test('80 uploads without a valid secret are refused at once and do not slow visitors down', async () => {
  const run = await beginRun(service)
  const alone = await uploadOf(await beginRun(service))
  const targets = [
    '/api/uploads',
    run.target(),
    run.target({ runId: '00000000-0000-4000-8000-000000000001' }),
  ]
  const silent = await Promise.all(
    Array.from({ length: 80 }, (_, at) => beginSilent(targets[at % 3]!, at % 3 === 2 ? 'wrong' : undefined)),
  )
  const { response, ms } = await uploadOf(run)
  expect(response.status).toBe(201)
  expect(ms).toBeLessThan(Math.max(1000, 5 * alone.ms))
  for (const [at, { received, socket }] of silent.entries()) {
    await expect.poll(received).toMatch(at % 3 === 0 ? /^HTTP\/1\.1 400 / : /^HTTP\/1\.1 404 /)
    // The service closes the connection instead of waiting for the body.
    if (!socket.destroyed) await once(socket, 'close')
  }
})

test('a run has 4 slots and a client 16, and refused uploads occupy none', async () => {
  const runs = await Promise.all(Array.from({ length: 5 }, () => beginRun(service)))
  const held: Awaited<ReturnType<typeof beginSilent>>[] = []
  for (const run of runs.slice(0, 4).flatMap((each) => [each, each, each, each])) {
    held.push(await beginSilent(run.target(), run.secret))
    // An upload occupies a slot as soon as it is authorised. Wait until then: the store handles calls in order, so it has
    // authorised the upload once it has answered two later requests.
    for (let sent = 0; sent < 2; sent++)
      await fetch(`http://127.0.0.1:${running.port}/api/uploads?runId=${run.runId}`, {
        headers: { 'x-run-secret': run.secret },
      })
  }
  // All slots of the first run are occupied. The last run has free slots, but the client has no slot left.
  for (const run of [runs[0]!, runs[4]!]) {
    const { response } = await uploadOf(run)
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({ type: 'urn:formlotse:problem:too-many-at-once' })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  for (const { socket } of held) socket.destroy()
  await expect.poll(async () => (await uploadOf(runs[4]!)).response.status).toBe(201)
})
