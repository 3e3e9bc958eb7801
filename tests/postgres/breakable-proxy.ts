import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** What becomes of the bytes that a connection carries from now on. */
export type Line = 'open' | 'silent' | 'cut after sending'

/** A way to PostgreSQL that can break as networks do, in front of the one that a URL names. */
export async function startBreakableProxy(url: string) {
  const target = new URL(url)
  let line: Line = 'open'
  let cutAt: string | undefined
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        if (line !== 'silent') for (const other of [client, upstream]) other.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (line === 'silent') return
      // Nagle is off, so a message that was written is on its way before the answer to it is lost.
      if (cutAt !== undefined && bytes.includes(cutAt)) {
        line = 'cut after sending'
        cutAt = undefined
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (line === 'open') client.write(bytes)
      if (line === 'cut after sending') {
        line = 'open'
        client.destroy()
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    /** Lets a message through that contains these words, and cuts the connection before its answer. */
    loseAnswerTo: (words: string) => void (cutAt = words),
    /** From now on nothing comes through, and nobody is told: the other machine is gone. */
    fallSilent: () => void (line = 'silent'),
    recover: () => void (line = 'open'),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
