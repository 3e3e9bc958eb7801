import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Interval and timeout of health checks. */
const checkIntervalMs = 1000
const checkTimeoutMs = 2000
/** Time, in ms, after which the proxy has noticed that a replica is about to stop (`DRAIN_MS`). */
export const drainMs = checkIntervalMs + checkTimeoutMs + 500

interface Replica {
  port: number
  /** Result of the last health check. A refused connection also sets it to false. */
  up: boolean
}

export interface Proxy {
  port: number
  close(): Promise<void>
}

/**
 * Starts a proxy that distributes requests round-robin over local replicas. It retries refused connections only. After
 * any other failure, the request may have been processed. The client then gets a 502 and has to repeat the request
 * with the same ids.
 */
export async function startProxy(options: { port: number; replicas: readonly number[] }): Promise<Proxy> {
  const replicas = options.replicas.map((port): Replica => ({ port, up: true }))
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  /**
   * Returns the replicas to try, in order. If none is up, returns all, because one may have recovered since its last
   * check.
   */
  function nextReplicas(): Replica[] {
    turn += 1
    const order = replicas.map((_, index) => replicas[(turn + index) % replicas.length]!)
    const up = order.filter((replica) => replica.up)
    return up.length > 0 ? up : order
  }

  function forward(from: IncomingMessage, to: ServerResponse, [replica, ...others]: Replica[]): void {
    if (!replica) return respond(to, 503)
    const headers = { ...from.headers, 'x-forwarded-for': forwardedFor(from) }
    const { method, url } = from
    const upstream = request({ host: '127.0.0.1', port: replica.port, method, path: url, headers, agent })
    const giveUp = () => void upstream.destroy()
    to.once('close', giveUp)
    upstream.once('response', (response) => {
      to.writeHead(response.statusCode!, response.headers)
      response.pipe(to)
      response.once('error', () => to.destroy())
    })
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      to.off('close', giveUp)
      if (error.code === 'ECONNREFUSED') {
        replica.up = false
        return forward(from, to, others)
      }
      if (to.headersSent) to.destroy()
      else respond(to, 502)
    })
    // Start to read the request body after the connection is established. If the connection is refused, the whole body
    // can thus be sent to another replica.
    upstream.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => from.pipe(upstream))
      else from.pipe(upstream)
    })
  }

  const server = createServer((from, to) => forward(from, to, nextReplicas()))
  server.listen(options.port, '127.0.0.1')
  await new Promise((resolve, reject) => void server.once('listening', resolve).once('error', reject))
  const checking = setInterval(() => {
    for (const replica of replicas) void isAlive(replica.port).then((up) => (replica.up = up))
  }, checkIntervalMs)
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      clearInterval(checking)
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

function forwardedFor({ headers, socket }: IncomingMessage): string {
  return [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
}

function respond(to: ServerResponse, status: 502 | 503): void {
  const title = status === 502 ? 'Bad Gateway' : 'Service Unavailable'
  to.writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '1' })
  to.end(JSON.stringify({ type: 'about:blank', title, status }))
}

/**
 * Returns whether a replica is alive and not about to stop. A replica that cannot reach its database counts as alive, because its error
 * responses are more specific than those of the proxy.
 */
async function isAlive(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(checkTimeoutMs)
  return fetch(`http://127.0.0.1:${port}/healthz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}
