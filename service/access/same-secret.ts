import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares with a secret in constant time. Digests have one length, so not even that of the secret is told. */
export function sameSecret(secret: string): (given: string) => boolean {
  const wanted = digest(secret)
  return (given) => timingSafeEqual(digest(given), wanted)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
