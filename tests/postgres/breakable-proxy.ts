import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/**
 * State of the proxied connections.
 *
 * - `open`: all bytes are forwarded.
 * - `silent`: all bytes are dropped.
 * - `cut after sending`: a message was forwarded, and the connection will be closed instead of returning the response.
 */
export type Line = 'open' | 'silent' | 'cut after sending'

/** Starts a TCP proxy in front of a PostgreSQL server. The proxy can fail like a network. */
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
      // The message that contains `cutAt` is still forwarded below. Only its response is lost.
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
    /**
     * Closes the connection of the next message that contains these words, after forwarding the message and before
     * returning the response.
     */
    loseResponseTo: (words: string) => void (cutAt = words),
    /** Drops all bytes without closing a connection, as if the machine of the database had lost power. */
    fallSilent: () => void (line = 'silent'),
    recover: () => void (line = 'open'),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
