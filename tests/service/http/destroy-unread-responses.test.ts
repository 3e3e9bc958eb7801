import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, listen } from '#service/http/listen.ts'

const bytes = 20_000_000
const pace = { withinMs: 10_000, bytesPerSecond: 8192, unreadMs: 1000 }

/** Requests a page that the service writes in one chunk, and reads a little of it every `ms` milliseconds. */
async function readEvery(ms: number) {
  const app = new Hono().get('/', (c) => c.body(new Uint8Array(bytes)))
  const { server, port } = await listen(app, 0, pace)
  onTestFinished(() => closeServer(server, 0))
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let read = 0
  socket
    .on('error', () => undefined)
    .on('data', (data: Buffer) => {
      read += data.length
      socket.pause()
    })
  const closed = once(socket, 'close')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const timer = setInterval(() => socket.resume(), ms)
  const began = performance.now()
  await closed
  clearInterval(timer)
  return { read, ms: performance.now() - began }
}

test('a response in one chunk may be read slowly', async () => {
  const { read, ms } = await readEvery(10)
  expect(read).toBeGreaterThan(bytes)
  // `unreadMs` limits how long a client may read nothing. A client that keeps reading may take longer in total.
  expect(ms).toBeGreaterThan(2 * pace.unreadMs)
})
