import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Number of checks of the open responses within `withinMs`. */
const checks = 4

interface Progress {
  /**
   * Bytes of the response in completely written chunks, then bytes of the current chunk that are still
   * queued.
   */
  sent: number
  queued: number
  /** Time by `performance.now()` at which one of them last changed or nothing was queued. */
  at: number
}

/**
 * Destroys the connection of a client that has read nothing of a pending response for `withinMs`. Unlike for Node's
 * socket timeout, data that the client sends meanwhile does not count. One timer serves all responses.
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
 * Returns the queued bytes of the current chunk. A chunk can be large and the line slow: only the handle
 * shows partial progress.
 */
function queuedBytes(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
