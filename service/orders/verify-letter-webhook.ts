import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns whether the `Signature` header of one of Pingen's webhooks is genuine: the HMAC-SHA256 of the body in
 * lower-case hex, with one of the signing keys.
 */
export function isSignedByPingen(
  { signature, body }: { signature: string | undefined; body: string },
  secrets: readonly string[],
): boolean {
  if (!signature || !/^[0-9a-f]{64}$/.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given))
}
