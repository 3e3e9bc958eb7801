import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Validity of a ticket for the test payment page, in ms. */
export const ticketMs = 3600 * 1000

/** Returns the key that signs tickets; all processes of the service derive the same key. */
export function ticketKey({ piiKey }: { piiKey: Uint8Array }): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', piiKey, Buffer.alloc(0), 'formlotse/test-payment-ticket', 32))
}

export type TicketVerdict = 'valid' | 'expired' | 'wrong'

export interface Tickets {
  /**
   * Returns a ticket for one order. It consists of the time when it expires, in ms since the epoch, and an HMAC over
   * this time and the order id.
   */
  issue(orderId: string): string
  /** Checks a ticket. A forged ticket is always `wrong`, so that the verdict reveals nothing about the order. */
  check(orderId: string, ticket: string): TicketVerdict
}

/**
 * Issues and checks tickets. A ticket proves that the order's checkout sent the visitor to the test payment
 * page.
 */
export function createTickets(key: Uint8Array, now: () => number): Tickets {
  const sign = (orderId: string, expires: string) =>
    createHmac('sha256', key).update(`${orderId.toLowerCase()}.${expires}`).digest()

  return {
    issue(orderId) {
      const expires = String(now() + ticketMs)
      return `${expires}.${sign(orderId, expires).toString('base64url')}`
    },
    check(orderId, ticket) {
      const [, expires, signature] = /^(\d{1,15})\.([\w-]{43})$/.exec(ticket) ?? []
      if (expires === undefined || signature === undefined) return 'wrong'
      const given = Buffer.from(signature, 'base64url')
      if (!timingSafeEqual(given, sign(orderId, expires))) return 'wrong'
      return now() < Number(expires) ? 'valid' : 'expired'
    },
  }
}
