/** Crockford's base 32: no I, L, O and U, so that a number read out on the telephone is heard right. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `FL-` and ten characters: 50 random bits, so a number tells neither how many orders there are nor the next one. */
export function orderNumber(randomBytes: (size: number) => Uint8Array): string {
  return `FL-${Array.from(randomBytes(10), (byte) => alphabet[byte & 31]).join('')}`
}
