import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Returns a function that compares with a secret in constant time. It compares digests, which hide the
 * secret's length.
 */
export function sameSecret(secret: string): (given: string) => boolean {
  const wanted = digest(secret)
  return (given) => timingSafeEqual(digest(given), wanted)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
