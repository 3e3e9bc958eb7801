import { Webhook } from 'standardwebhooks'

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
