import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookMessage } from '#domain/outbox/webhook-message.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  message: WebhookMessage
}

/** How the receiver responds to a request that it has read: with an HTTP status, or by calling a function. */
export type Reaction = number | ((response: ServerResponse, request: IncomingMessage) => void)

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Opens an HTTP receiver. It responds with the reactions that the returned `react` queues, and otherwise with 200. */
export async function openReceiver() {
  const received: Received[] = []
  const reactions: Reaction[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ headers: request.headers, body, message: JSON.parse(body) as WebhookMessage })
      const reaction = reactions.shift() ?? 200
      if (typeof reaction === 'number') response.writeHead(reaction).end()
      else reaction(response, request)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Returns the event type of each received message. */
    kinds: () => received.map(({ message }) => message.events.at(-1)!.type),
    react: (...next: Reaction[]) => void reactions.push(...next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
