import { type KeyObject, createHmac, createSecretKey } from 'node:crypto'
import type { StreamedBody } from './streamed-body.ts'

/**
 * Returns the headers of the Standard Webhooks scheme and the length of the body. With an old and a new secret there is
 * a signature for each, so that the receiver can switch at any time. The scheme's library is not used: it cannot sign a
 * streamed body, and hashes in JavaScript, which took as long as sending. Throws `UnreadableUpload`.
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

/** Returns the cached key of a secret; creating it for each message would double the cost of signing. */
function keyOf(secret: string): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const made = createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
  keys.set(secret, made)
  return made
}
