/**
 * Alphabet of order numbers: Crockford's base 32, which omits I, L, O and U, so that numbers can be read out over the
 * telephone.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns a new order number: `FL-` and ten characters with 50 random bits. It reveals neither how many orders exist
 * nor what the next number is.
 */
export function orderNumber(randomBytes: (size: number) => Uint8Array): string {
  return `FL-${Array.from(randomBytes(10), (byte) => alphabet[byte & 31]).join('')}`
}
