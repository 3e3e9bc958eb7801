import { statusPath } from '#domain/site/status-paths.ts'
import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import { hourMs } from '#domain/time/durations.ts'
import { type OrderTokens, createOrderTokens } from './order-tokens.ts'

/** Validity of a status link, in ms. */
export const statusLinkLifetime = fixedPeriods.statusLinks
/** Time in ms after which the customer must enter the postal code or the birth date again. */
export const accessLifetime = hourMs

export interface StatusLinks {
  /**
   * Returns the URL of the status page of an order. The token is in the fragment, which browsers send to no server, so
   * that it reaches neither logs nor referrers. `now` is in ms since the epoch.
   */
  url(orderId: string, now: number): string
  /** Returns the order of a token. Returns undefined if the token was not created by `url` or has expired. */
  read(token: string, now: number): { orderId: string } | undefined
}

interface StatusLinkSettings {
  piiKey: Uint8Array
  /** Public origin of the service, without a trailing slash. */
  publicUrl: string
}

export function createStatusLinks({ piiKey, publicUrl }: StatusLinkSettings): StatusLinks {
  const tokens = createOrderTokens({ piiKey, purpose: 'status-links', lifetime: statusLinkLifetime })
  return {
    url: (orderId, now) => `${publicUrl}${statusPath}#${tokens.issue(orderId, now)}`,
    read: (token, now) => tokens.read(token, now),
  }
}

/** Returns the tokens that a customer gets for the right postal code or birth date. */
export function createStatusAccess({ piiKey }: { piiKey: Uint8Array }): OrderTokens {
  return createOrderTokens({ piiKey, purpose: 'status-access', lifetime: accessLifetime })
}
