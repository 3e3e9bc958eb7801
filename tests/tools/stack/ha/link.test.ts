import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startLink } from '#tools/stack/ha/link.ts'

/** Starts a server that returns all bytes, and a link to it. */
async function openEcho() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const link = await startLink((server.address() as AddressInfo).port)
  onTestFinished(async () => {
    await link.close()
    server.close()
  })
  const open = async () => {
    const socket = connect(link.port, '127.0.0.1')
    socket.setEncoding('utf8').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { link, open }
}

async function echo(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  return ((await once(socket, 'data')) as [string])[0]
}

test('a cut link drops the bytes of old and new connections, and forwards new ones again after it healed', async () => {
  const { link, open } = await openEcho()
  const early = await open()
  expect(await echo(early, 'before')).toBe('before')
  link.cut()
  const late = await open()
  const received: string[] = []
  for (const socket of [early, late]) socket.on('data', (text: string) => received.push(text))
  const closed = [early, late].map((socket) => once(socket, 'close'))
  for (const socket of [early, late]) socket.write('lost')
  // By the time another server has returned bytes, these would have been returned too.
  const other = await openEcho()
  expect(await echo(await other.open(), 'elsewhere')).toBe('elsewhere')
  expect(received).toEqual([])
  link.heal()
  await Promise.all(closed)
  expect(await echo(await open(), 'after')).toBe('after')
  expect(received).toEqual([])
})
