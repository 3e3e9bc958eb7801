import { type KeyObject, createHmac, createSecretKey } from 'node:crypto'
import type { StreamedBody } from './streamed-body.ts'

/**
 * Headers of the Standard Webhooks scheme, with the length of the body. With an old and a new secret there is a signature
 * of each, so that a receiver may change over at any time. Not by the scheme's library: that cannot sign a body that is
 * never held as a whole, and hashes in JavaScript, which took as long as sending. Throws UnreadableUpload.
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

/** Made once a secret: from raw bytes it would cost as much again at every message. */
function keyOf(secret: string): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const made = createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
  keys.set(secret, made)
  return made
}
