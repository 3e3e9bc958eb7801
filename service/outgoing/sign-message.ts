import { type KeyObject, createHmac, createSecretKey } from 'node:crypto'
import type { StreamedBody } from './streamed-body.ts'

/**
 * Signs a message according to Standard Webhooks. Returns the headers of that scheme and `content-length`. The headers
 * contain one signature for each secret, so that the receiver can switch to a new secret at any time. The library of
 * Standard Webhooks is not used: it cannot sign a streamed body, and its hash function in JavaScript took as long as
 * sending the message. Throws `UnreadableUpload` if a file cannot be read.
 */
export async function signMessage(
  secrets: readonly string[],
  { id, sentAt, body }: { id: string; sentAt: number; body: string | StreamedBody },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt / 1000))
  const hmacs = secrets.map((secret) => createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`))
  let length = 0
  for await (const chunk of typeof body === 'string' ? [Buffer.from(body)] : body.read()) {
    length += Buffer.byteLength(chunk)
    for (const hmac of hmacs) hmac.update(chunk)
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': hmacs.map((hmac) => `v1,${hmac.digest('base64')}`).join(' '),
    'content-length': String(length),
  }
}

const keys = new Map<string, KeyObject>()

/**
 * Returns the HMAC key of a secret. The key is cached, because creating it for each message would double the cost of
 * signing.
 */
function keyOf(secret: string): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const made = createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
  keys.set(secret, made)
  return made
}
