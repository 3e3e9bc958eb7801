import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { destroyUnreadResponses } from './destroy-unread-responses.ts'
import { StartError } from '#service/config/start-error.ts'

/**
 * Limits per connection, in bytes and ms. Node itself responds with 431 if the headers of a request are too large, and
 * with 408 if they arrive too slowly.
 */
const bounds = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // 0 disables this timeout. Any fixed timeout would be too short for a file sent over a slow line. `rejectSlowBody`
  // checks the rate of the body instead.
  requestTimeout: 0,
  // This is longer than the idle timeout of common proxies, so that the proxy closes the connection first.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2000,
}

export interface BodyPace {
  /** Time, in ms, within which a body may arrive at any rate. */
  withinMs: number
  /** Minimum average rate of a body that takes longer than `withinMs`. */
  bytesPerSecond: number
}

const bodyPace: BodyPace = { withinMs: 10_000, bytesPerSecond: 8 * 1024 }

/** Maximum time, in ms, for which a client may read nothing of a pending response. */
const unreadMs = 20_000

/** Listens on all addresses; with port 0, on a free port. Throws a `StartError` if the port cannot be used. */
export async function listen(
  app: Hono,
  port: number,
  pace: BodyPace & { unreadMs?: number } = bodyPace,
): Promise<{ server: Server; port: number }> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: bounds }) as Server
  server.prependListener('request', rejectSlowBody(pace))
  destroyUnreadResponses(server, pace.unreadMs ?? unreadMs)
  trackResponses(server)
  server.listen(port)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = {
      EADDRINUSE: 'it is in use by another program',
      EACCES: 'it needs the rights of an administrator',
    }[code ?? '']
    if (!why) throw error
    throw new StartError(
      `PORT ${port} cannot be used: ${why}. Allowed: any free port, for example PORT=3001.`,
    )
  }
  return { server, port: (server.address() as AddressInfo).port }
}

const withOwnReader = new WeakSet<IncomingMessage>()

/** Exempts a request from `rejectSlowBody`, because the code that reads its body checks the rate itself. */
export function leaveBodyToReader(request: IncomingMessage | undefined): void {
  if (request) withOwnReader.add(request)
}

/** Interval, in ms, at which a body that takes longer than `withinMs` is checked again. */
const recheckMs = 1000

/**
 * Returns a listener that checks how fast the bodies of requests with any method arrive. If a body arrives too slowly,
 * the listener responds with 408 and closes the connection.
 */
function rejectSlowBody({ withinMs, bytesPerSecond }: BodyPace) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.complete) return
    const { socket } = request
    const [from, startedAt] = [socket.bytesRead, performance.now()]
    let timer = setTimeout(check, withinMs)
    // Node emits `close` when the response ends, even if the body is still arriving. In that case the timer must keep
    // running.
    request.once('close', () => {
      if (request.complete) clearTimeout(timer)
    })

    function check(): void {
      if (request.complete || socket.destroyed || withOwnReader.has(request)) return
      const seconds = (performance.now() - startedAt) / 1000
      if (socket.bytesRead - from < bytesPerSecond * seconds) return reject()
      timer = setTimeout(check, recheckMs)
    }
    function reject(): void {
      if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
      socket.destroySoon()
    }
  }
}

/**
 * Time, in ms, for which idle connections stay open during shutdown, so that requests already on their way are served.
 */
const lastRequestMs = 500

/**
 * Stops accepting connections, waits up to `withinMs` for requests in flight, then destroys their connections. In the
 * meantime, all responses carry `Connection: close`, and idle connections are closed after `lastRequestMs`. A proxy
 * with keep-alive connections therefore never loses a request that it is sending.
 */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  const closed = once(server, 'close')
  closeAfterResponses.get(server)?.()
  const serveQueued = await acceptQueued(server)
  // Only stop listening, as the method of `net.Server` does. `server.close` would also close idle connections at once.
  NetServer.prototype.close.call(server)
  serveQueued()
  const sweepFrom = performance.now() + lastRequestMs
  // Idle connections are closed repeatedly, because a connection that becomes idle later would keep the process alive.
  // `setImmediate` runs the call after the event loop has read its sockets. Before that, a connection would count as
  // idle although a request has arrived on it.
  const sweep = setInterval(() => {
    if (performance.now() >= sweepFrom) setImmediate(() => server.closeIdleConnections())
  }, 50)
  const cut = setTimeout(() => server.closeAllConnections(), withinMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/** Maximum duration, in ms, of a round of the event loop that counts as short (see `acceptQueued`). */
const shortRoundMs = 0.3
const acceptWithinMs = 2000

/**
 * Accepts the connections that the kernel has queued. Otherwise, they would be reset when listening stops. Their
 * requests are not handled until the returned function is called. Handling them earlier would take time, in which the
 * kernel could queue new connections.
 * The event loop accepts at most one connection per round. A short round that accepted none means that the queue is
 * empty. A long round does not, because a connection may have been queued during it. The first two rounds are ignored,
 * because they may have begun before this function was called.
 */
async function acceptQueued(server: Server): Promise<() => void> {
  const giveUpAt = performance.now() + acceptWithinMs
  const sockets: Socket[] = []
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  const hold = (socket: Socket) => void sockets.push(socket)
  server.removeAllListeners('connection').on('connection', hold)
  for (let round = 1, before = performance.now(); ; round++) {
    const accepted = sockets.length
    await new Promise(setImmediate)
    const now = performance.now()
    const quiet = sockets.length === accepted && now - before < shortRoundMs
    if (round >= 3 && (quiet || now > giveUpAt)) break
    before = now
  }
  return () => {
    server.off('connection', hold)
    for (const listener of listeners) server.on('connection', listener)
    for (const socket of sockets) server.emit('connection', socket)
  }
}

/** One function per server, which adds `Connection: close` to the responses in flight and to all later responses. */
const closeAfterResponses = new WeakMap<Server, () => void>()

/**
 * Tracks the responses in flight, so that `closeServer` can add `Connection: close` to them and to all later responses.
 */
function trackResponses(server: Server): void {
  const inFlight = new Set<ServerResponse>()
  let closing = false
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (closing) closeAfterResponse(response)
    inFlight.add(response)
    response.once('close', () => inFlight.delete(response))
  })
  closeAfterResponses.set(server, () => {
    closing = true
    inFlight.forEach(closeAfterResponse)
  })
}

function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
