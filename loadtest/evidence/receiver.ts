import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'

/** Deliveries of one message, which is identified by its webhook-id. */
export interface Received {
  runId: string
  /** Number of deliveries. More than one is correct, because delivery is at-least-once. */
  times: number
}

const messageSchema = z.object({ meta: z.object({ funnelId: z.string() }) })

/** Starts a webhook receiver on a free port. It records messages and rejects those with a wrong signature. */
export async function openReceiver(secret: string) {
  const webhook = new Webhook(secret)
  const received = new Map<string, Received>()
  let rejected = 0

  function receive(id: string, headers: Record<string, string>, body: string): number {
    let message: unknown
    try {
      message = webhook.verify(body, headers)
    } catch {
      rejected += 1
      return 401
    }
    const { meta } = messageSchema.parse(message)
    received.set(id, { runId: meta.funnelId, times: (received.get(id)?.times ?? 0) + 1 })
    return 204
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      response
        .writeHead(receive(headers['webhook-id'] ?? '', headers, Buffer.concat(chunks).toString()))
        .end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: received as ReadonlyMap<string, Received>,
    rejected: () => rejected,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>
