import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { type WireEventInput, envelopeSchema, eventSchema } from '#domain/events/wire-events.ts'

export interface Received {
  at: number
  gzip: boolean
  bytes: number
  sentAt: string
  /** Value of the X-Run-Secret header. */
  runSecret: string | undefined
  final: boolean
  context: { sessionId: string; consent: string }
  events: WireEventInput[]
}

/** Reply to a request: a response, none at all, or a reset connection. */
export type Reply =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Status 200 with all events stored. */
  | 'ok'
  | 'hang'
  | 'reset'

export interface ScriptedService {
  origin: string
  /** All received requests, including failed ones. */
  requests: Received[]
  /** Returns the reply to a request. `index` is the number of earlier requests. `reset` restores the default, 'ok'. */
  reply: (request: Received, index: number) => Reply | Promise<Reply>
  /** Events of all requests with the reply 'ok', in order of arrival. */
  accepted: WireEventInput[]
  reset(): void
  close(): Promise<void>
}

/** Starts an HTTP server in place of the service, with failures controlled by the test. Validates every event. */
export async function startScriptedService(script: string): Promise<ScriptedService> {
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    if (request.url === '/tracker.js')
      return void response.setHeader('Content-Type', 'text/javascript').end(script)
    if (request.url === '/api/events') return void takeEvents(service, request, response)
    response.setHeader('Content-Type', 'text/html').end(page)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: ScriptedService = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests: [],
    accepted: [],
    reply: () => 'ok',
    reset() {
      service.requests = []
      service.accepted = []
      service.reply = () => 'ok'
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return service
}

const page = `<!doctype html><meta charset="utf-8"><title>Tracker</title><link rel="icon" href="data:,">
<input id="field"><a id="legal" href="/agb" target="_blank">AGB</a><script src="/tracker.js"></script>`

async function takeEvents(service: ScriptedService, request: IncomingMessage, response: ServerResponse) {
  try {
    const body = Buffer.concat(await request.toArray())
    const gzip = request.headers['content-encoding'] === 'gzip'
    const envelope = envelopeSchema.parse(JSON.parse((gzip ? gunzipSync(body) : body).toString()))
    const received: Received = {
      at: Date.now(),
      gzip,
      bytes: body.length,
      sentAt: envelope.sentAt,
      runSecret: request.headers['x-run-secret'] as string | undefined,
      final: envelope.final ?? false,
      context: envelope.context,
      events: envelope.events.map((event) => eventSchema.parse(event)),
    }
    service.requests.push(received)
    const reply = await service.reply(received, service.requests.length - 1)
    if (reply === 'hang') return
    if (reply === 'reset') return void request.socket.destroy()
    if (reply === 'ok') service.accepted.push(...received.events)
    const {
      status,
      headers,
      body: sent = {},
    }: Exclude<Reply, string> = reply === 'ok' ? { status: 200, body: stored(received) } : reply
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(JSON.stringify(sent))
  } catch (error) {
    // Do not rethrow the error: the test fails anyway, because it waits for a request that was not recorded.
    console.error('scripted service:', error)
    response.writeHead(400).end()
  }
}

/** Returns the response of a service that stored all events. For a `complete`, the response includes the order. */
export function stored({ events }: Received) {
  return {
    results: events.map((event, index) => ({
      id: event.id,
      status: 'stored',
      position: index + 1,
      ...(event.type === 'complete' && { order }),
    })),
  }
}

export const order = { id: 'order-1', number: 'FL-TEST', checkoutUrl: '/checkout/anmeldung?order=order-1' }
