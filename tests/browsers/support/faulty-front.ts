import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/**
 * What happens to requests on their way to the service: `reset` closes the connection, `hang` never answers, and
 * `lost-answer` lets the service process the request, but closes the connection instead of passing on its response.
 */
export type Fault = 'reset' | 'hang' | 'lost-answer' | { status: number } | { delayMs: number }

export interface PostedEvent {
  id: string
  type: string
  step?: number
}

/** A proxy in front of a service that lets requests fail. */
export interface FaultyFront {
  url: string
  /** Returns the fault for a path and query, or undefined if the request is passed on. */
  faultOf: (path: string) => Fault | undefined
  /** Events of all requests to `/api/events`, also of those that failed, in order of arrival. */
  posted: PostedEvent[]
  /** Sets the address of the service. Until then, every request fails. */
  passTo(service: string): void
  close(): Promise<void>
}

export async function startFaultyFront(): Promise<FaultyFront> {
  let service: string | undefined
  const server = createServer((incoming, response) => {
    void take(incoming, response).catch(() => incoming.socket.destroy())
  })

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray())
    const path = incoming.url ?? '/'
    if (path === '/api/events') front.posted.push(...eventsOf(incoming, body))
    const fault = front.faultOf(path)
    if (fault === 'reset' || !service) return void incoming.socket.destroy()
    if (fault === 'hang') return
    if (typeof fault === 'object' && 'status' in fault) return void response.writeHead(fault.status).end()
    if (typeof fault === 'object') await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
    const answer = await forward(service, incoming, body)
    if (fault === 'lost-answer') return void incoming.socket.destroy()
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const front: FaultyFront = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    faultOf: () => undefined,
    posted: [],
    passTo: (url) => void (service = url),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return front
}

function forward(
  service: string,
  { url, method, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(service + url, { method, headers, agent: false }, resolve)
      .once('error', reject)
      .end(body)
  })
}

function eventsOf({ headers }: IncomingMessage, body: Buffer): PostedEvent[] {
  const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
  return (JSON.parse(text.toString()) as { events: PostedEvent[] }).events
}
