import { timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** Maximum difference between a callback's timestamp and the service's clock, in ms. */
export const callbackTolerance = 5 * 60 * 1000

export type CallbackFault = 'headers' | 'timestamp' | 'signature'

/**
 * Returns the fault of a callback according to the Standard Webhooks scheme, or undefined if it is genuine. The library
 * is used only to compute the signature. Its `verify` is not used, because it reads the clock of the machine and
 * accepts `12abc` as a timestamp. A signature by any of `secrets` is accepted. There are several secrets while an old
 * one is being replaced.
 */
export function callbackFault(
  callback: { headers: Headers; body: string },
  secrets: readonly string[],
  now: number,
): CallbackFault | undefined {
  const id = callback.headers.get('webhook-id')
  const timestamp = callback.headers.get('webhook-timestamp')
  const signatures = callback.headers.get('webhook-signature')
  if (!id || !timestamp || !signatures) return 'headers'
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN
  if (!(Math.abs(now - sentAt) <= callbackTolerance)) return 'timestamp'
  const given = signatures.split(' ')
  const genuine = secrets.some((secret) => {
    const expected = new Webhook(secret).sign(id, new Date(sentAt), callback.body)
    return given.some((signature) => isEqual(signature, expected))
  })
  return genuine ? undefined : 'signature'
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
