import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A TCP proxy in front of a local port, which can lose the connection like a network. */
export interface Link {
  port: number
  /** Drops all bytes without closing a connection, also those of new connections. */
  cut: () => void
  /** Forwards the bytes of new connections again, and closes those that have lost some. */
  heal: () => void
  close: () => Promise<void>
}

export async function startLink(to: number): Promise<Link> {
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const target = connect(to, '127.0.0.1')
    for (const [socket, other] of [
      [from, target],
      [target, from],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (bytes) => void (isCut || other.write(bytes)))
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        if (!isCut) other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve, reject) => void server.once('listening', resolve).once('error', reject))
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    heal() {
      isCut = false
      closeSockets()
    },
    async close() {
      server.close()
      closeSockets()
    },
  }
}
