import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { StreamedBody } from './streamed-body.ts'

/**
 * Headers of the Standard Webhooks scheme. With an old and a new secret there is a signature of each,
 * so that a receiver may change over at any time.
 */
export function signMessage(
  secrets: readonly string[],
  message: { id: string; sentAt: number; body: string },
): Record<string, string> {
  const at = new Date(message.sentAt)
  const signatures = secrets.map((secret) => new Webhook(secret).sign(message.id, at, message.body))
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.sentAt / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * The same for a body that is never held as a whole, which the library cannot sign, with its length: it is read once for
 * this and once more to be sent. Throws UnreadableUpload.
 */
export async function signStream(
  secrets: readonly string[],
  { id, sentAt, body }: { id: string; sentAt: number; body: StreamedBody },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt / 1000))
  const hmacs = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return createHmac('sha256', key).update(`${id}.${timestamp}.`)
  })
  let length = 0
  for await (const chunk of body.read()) {
    length += chunk.length
    for (const hmac of hmacs) hmac.update(chunk)
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': hmacs.map((hmac) => `v1,${hmac.digest('base64')}`).join(' '),
    'content-length': String(length),
  }
}
