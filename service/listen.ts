import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { StartError } from './start-error.ts'

/** Bounds on what one connection may cost; Node answers 431 and 408 by itself. */
const bounds = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // A slow phone needs minutes for a file; everything else has `bodyWithinMs` below.
  requestTimeout: 300_000,
  // Longer than the idle timeout of the usual proxies, so that the proxy closes first.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2000,
}

/** How long a request may take to come that brings no file. */
const othersWithinMs = 30_000
const filePath = '/api/uploads'

/** Listens on all addresses; port 0 takes a free one. Throws a StartError when the port cannot be had. */
export async function listen(
  app: Hono,
  port: number,
  bodyWithinMs = othersWithinMs,
): Promise<{ server: Server; port: number }> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: bounds }) as Server
  server.prependListener('request', giveUpSlowBody(bodyWithinMs))
  announceEnd(server)
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
    throw new StartError(`PORT ${port} cannot be had: ${why}. Allowed: any free port, for example PORT=3001.`)
  }
  return { server, port: (server.address() as AddressInfo).port }
}

/** As Node does it after `requestTimeout`, which is one for all requests. */
function giveUpSlowBody(withinMs: number) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method === 'GET' || request.url?.startsWith(filePath)) return
    const timer = setTimeout(() => {
      if (request.complete) return
      if (!response.headersSent)
        request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
      request.socket.destroySoon()
    }, withinMs)
    request.once('close', () => clearTimeout(timer))
  }
}

/** How long an idle connection is left open at the end, for a request that is on its way over it. */
const lastRequestMs = 500

/**
 * Takes no more connections, lets what is in flight finish for so long, then breaks it off. Every answer from now on
 * says that its connection ends, and idle ones end a little later: a proxy that keeps connections open never finds
 * one cut while it sends.
 */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  const closed = once(server, 'close')
  lastOnItsConnection.get(server)?.()
  await acceptWaiting()
  // Not `server.close`, which cuts the idle ones at once.
  NetServer.prototype.close.call(server)
  const sweepFrom = performance.now() + lastRequestMs
  // Again and again, for a connection that becomes idle later would be kept alive and hold the process.
  const sweep = setInterval(() => {
    if (performance.now() >= sweepFrom) server.closeIdleConnections()
  }, 50)
  const cut = setTimeout(() => server.closeAllConnections(), withinMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/** What the kernel takes in less time than this between two looks is next to nothing. */
const shortRoundMs = 0.3
const acceptWithinMs = 500

/**
 * Connections that the kernel has taken for a busy process are reset when it stops listening. An immediate runs right
 * after a round of accepting, the first one perhaps after a round that began before; one in which nothing else was done
 * has left no time for another connection.
 */
async function acceptWaiting(): Promise<void> {
  const giveUpAt = performance.now() + acceptWithinMs
  for (let round = 1, before = performance.now(); ; round++) {
    await new Promise(setImmediate)
    const now = performance.now()
    if (round >= 3 && (now - before < shortRoundMs || now > giveUpAt)) return
    before = now
  }
}

const lastOnItsConnection = new WeakMap<Server, () => void>()

/** Prepares for the end: then the answers in flight, and all later ones, are the last on their connections. */
function announceEnd(server: Server): void {
  const inFlight = new Set<ServerResponse>()
  let ending = false
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (ending) sayLast(response)
    inFlight.add(response)
    response.once('close', () => inFlight.delete(response))
  })
  lastOnItsConnection.set(server, () => {
    ending = true
    inFlight.forEach(sayLast)
  })
}

function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
