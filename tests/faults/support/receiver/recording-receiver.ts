import { createHash } from 'node:crypto'
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { WebhookMessage } from '#domain/outbox/webhook-message.ts'
import { webhookSecret } from '#tests/faults/support/secrets.ts'

export interface Arrival {
  webhookId: string
  bodyHash: string
  runId: string
  sequence: number
  /** Time of arrival on the monotonic clock (`performance.now`), in ms. */
  at: number
  /** 1 for the first arrival of the message, 2 for the second, and so on. */
  attempt: number
}

/**
 * How the receiver responds to a message: with an HTTP status, or by calling a function. The receiver records the
 * message before it responds.
 */
export type Reaction = number | ((response: ServerResponse, request: IncomingMessage) => void)

export interface ReceiverOptions {
  react?: (arrival: Arrival) => Reaction
  /** Port to listen on; by default, a free one. */
  port?: number
  tls?: { key: string; cert: string }
}

/**
 * Opens a webhook receiver that records every message it receives, so that tests need not rely on the records of the
 * service.
 */
export async function openRecordingReceiver({ react = () => 200, port = 0, tls }: ReceiverOptions = {}) {
  const arrivals: Arrival[] = []
  const attempts = new Map<string, number>()
  const faults: string[] = []
  const verifier = new Webhook(webhookSecret)

  function record(request: IncomingMessage, body: string): Arrival {
    const webhookId = String(request.headers['webhook-id'])
    verifier.verify(body, request.headers as Record<string, string>)
    const { meta } = JSON.parse(body) as WebhookMessage
    const attempt = (attempts.get(webhookId) ?? 0) + 1
    attempts.set(webhookId, attempt)
    const arrival = {
      webhookId,
      bodyHash: createHash('sha256').update(body).digest('hex'),
      runId: meta.funnelId,
      sequence: meta.sequence,
      at: performance.now(),
      attempt,
    }
    arrivals.push(arrival)
    return arrival
  }

  const onRequest: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      try {
        const reaction = react(record(request, Buffer.concat(chunks).toString()))
        if (typeof reaction === 'number') response.writeHead(reaction).end()
        else reaction(response, request)
      } catch (error) {
        faults.push(String(error))
        response.writeHead(400).end()
      }
    })
    // Ignores requests that are aborted because their sender was killed.
    request.on('error', () => undefined)
  }

  const server = tls ? createTlsServer(tls, onRequest) : createServer(onRequest)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const { port: boundPort } = server.address() as AddressInfo
  return {
    port: boundPort,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${boundPort}/hook`,
    arrivals,
    /** Errors in received requests, for example a wrong signature. */
    faults,
    ofRun: (runId: string) => arrivals.filter((arrival) => arrival.runId === runId),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

export type RecordingReceiver = Awaited<ReturnType<typeof openRecordingReceiver>>
