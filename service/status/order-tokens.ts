import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

export interface OrderTokens {
  /** Returns a token for an order. `now` is in ms since the epoch. */
  issue(orderId: string, now: number): string
  /** Returns the order of a token. Returns undefined if the token was not created by `issue` or has expired. */
  read(token: string, now: number): { orderId: string } | undefined
}

interface OrderTokenSettings {
  piiKey: Uint8Array
  /** What the tokens are for. Tokens of one purpose are invalid for every other. */
  purpose: string
  /** Validity of a token, in ms. */
  lifetime: number
}

const grantBytes = 16 + 6
const macBytes = 32

/**
 * Returns functions that create and read tokens. A token consists of the order id, the time when it expires and an HMAC
 * over both. Tokens are not stored. Every process with the key for personal data can read them.
 */
export function createOrderTokens({ piiKey, purpose, lifetime }: OrderTokenSettings): OrderTokens {
  const key = new Uint8Array(hkdfSync('sha256', piiKey, '', `formlotse/${purpose}`, 32))
  const sign = (grant: Uint8Array) => createHmac('sha256', key).update(grant).digest()
  return {
    issue(orderId, now) {
      const grant = Buffer.alloc(grantBytes)
      grant.set(parse(orderId), 0)
      grant.writeUIntBE(now + lifetime, 16, 6)
      return Buffer.concat([grant, sign(grant)]).toString('base64url')
    },
    read(token, now) {
      const bytes = Buffer.from(token, 'base64url')
      // The whole HMAC is compared in constant time before the content of the token is used.
      const grant = Buffer.alloc(grantBytes)
      grant.set(bytes.subarray(0, grantBytes))
      const mac = Buffer.alloc(macBytes)
      mac.set(bytes.subarray(grantBytes, grantBytes + macBytes))
      if (!timingSafeEqual(mac, sign(grant)) || bytes.length !== grantBytes + macBytes) return undefined
      if (grant.readUIntBE(16, 6) <= now) return undefined
      return { orderId: stringify(grant) }
    },
  }
}
