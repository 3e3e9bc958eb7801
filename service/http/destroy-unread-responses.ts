import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Number of times that the open responses are checked within `withinMs`. */
const checks = 4

interface Progress {
  /** Bytes of the response that belong to completely written chunks. */
  sent: number
  /** Bytes of the current chunk that are still queued. */
  queued: number
  /** `performance.now()` at the last check that found `sent` or `queued` changed, or nothing left to write. */
  at: number
}

/**
 * Destroys the connection of a client that has read nothing of a pending response for `withinMs`, even if the client
 * keeps sending data. Node's socket timeout is not used, because the sent data would restart it. One timer checks all
 * responses.
 */
export function destroyUnreadResponses(server: Server, withinMs: number): void {
  const open = new Map<ServerResponse, Socket>()
  const progress = new WeakMap<Socket, Progress>()
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.set(response, socket)
    response.once('close', () => open.delete(response))
  })
  const timer = setInterval(() => new Set(open.values()).forEach(check), withinMs / checks).unref()
  server.once('close', () => clearInterval(timer))

  function check(socket: Socket): void {
    const last = progress.get(socket)
    const [sent, queued] = [socket.bytesWritten - socket.writableLength, queuedBytes(socket)]
    const now = performance.now()
    const isWaiting = socket.writableLength > 0
    if (!isWaiting || !last || last.sent !== sent || last.queued !== queued)
      progress.set(socket, { sent, queued, at: now })
    else if (now - last.at >= withinMs) socket.destroy()
  }
}

/**
 * Returns the queued bytes of the current chunk. On a slow line, a large chunk takes long, and only the handle of the
 * socket shows progress within it.
 */
function queuedBytes(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
