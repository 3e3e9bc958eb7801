import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Returns a function that compares a text with the secret in constant time. It compares digests, which have the same
 * length for all texts, so the time does not reveal the length of the secret either.
 */
export function sameSecret(secret: string): (given: string) => boolean {
  const wanted = digest(secret)
  return (given) => timingSafeEqual(digest(given), wanted)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
