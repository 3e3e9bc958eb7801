import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { normalEmail } from '#db/keys/email-address.ts'
import type { RequestLimit } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { clientAddress } from '#service/http/client-address.ts'
import { Problem } from '#service/http/errors.ts'
import { type RateLimitSettings, tooManyRequests } from '#service/http/rate-limit.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import { readInvoiceForm, readOrderValues } from '#service/orders/order-values.ts'
import { isCustomer } from './is-customer.ts'
import type { OrderTokens } from './order-tokens.ts'
import { accessLifetime, type StatusLinks } from './status-links.ts'

export interface UnlockSettings {
  store: Pick<Store, 'log' | 'vault' | 'people'>
  links: StatusLinks
  access: OrderTokens
  limits: RateLimitSettings
  now: () => number
}

/** Access to the personal data of one order. */
export interface Access {
  token: string
  /** ms since the epoch */
  expiresAt: number
  found: FoundOrder
}

/** Maximum wrong attempts per client. */
const perClient = { name: 'status-unlock', perHour: 20 }
/**
 * Maximum wrong attempts per order by all clients together. The limit per day keeps all postal codes from being tried
 * while a link is valid.
 */
const perOrder = [
  { name: 'status-unlock-order', perHour: 10 },
  { name: 'status-unlock-order-day', perDay: 30 },
]

/**
 * How an order is opened. Attempts by link and by number are counted separately, so that a person who knows only the
 * number cannot lock out the owner of the link.
 */
type Way = 'link' | 'number'

/** Minimum duration of an attempt in ms, so that its duration does not reveal what did not match. */
const attemptMs = 200

export type Unlocking = ReturnType<typeof createUnlocking>

/**
 * Returns functions that find out which order a request may see. The token of a status link shows the state of its
 * order. The postal code or the birth date in addition opens its personal data. Every mismatch gets the same problem.
 */
export function createUnlocking({ store, links, access, limits, now }: UnlockSettings) {
  /**
   * Adds `points` to the attempts of the client and of the order. Attempts are counted before they are checked, so that
   * parallel attempts cannot exceed a limit.
   */
  async function count(c: Context, order: string, points: 1 | -1): Promise<void> {
    if (!limits.enabled) return
    const counted: [string, RequestLimit][] = [
      [clientAddress(c, limits.hops), perClient],
      ...perOrder.map((limit): [string, RequestLimit] => [order, limit]),
    ]
    for (const [key, limit] of counted) {
      const refused = await limits.count(key, limit, points)
      if (refused && points > 0) throw tooManyRequests(limit, refused.retryAfterMs, 'attempts')
    }
  }

  async function attempt(
    c: Context,
    { number, way }: { number: string; way: Way },
    check: () => Promise<FoundOrder | undefined>,
  ): Promise<Access> {
    const order = `${way} ${number}`
    await count(c, order, 1)
    const [found] = await Promise.all([check(), sleep(attemptMs)])
    if (!found) throw noMatch()
    await count(c, order, -1)
    return {
      token: access.issue(found.order.id, now()),
      expiresAt: now() + accessLifetime,
      found,
    }
  }

  /** Returns the values of the order or, once they are erased or expired, those that are kept for its invoice. */
  async function valuesOf(found: FoundOrder): Promise<FieldValues> {
    const { values } = await readOrderValues(store, found)
    return Object.keys(values).length > 0 ? values : readInvoiceForm(store, found)
  }

  const unlocking = {
    /** Returns the order of a status link. Throws a 404 problem if the link is invalid or has expired. */
    async byLink(token: string | undefined): Promise<FoundOrder> {
      const grant = token ? links.read(token, now()) : undefined
      const found = grant && (await findOrder(store.log, grant.orderId))
      if (!found) throw unknownLink()
      return found
    },

    /** Returns the order that an access token opens. Throws a 401 problem if it is invalid or has expired. */
    async byAccess(token: string | undefined): Promise<FoundOrder> {
      const grant = token ? access.read(token, now()) : undefined
      const found = grant && (await findOrder(store.log, grant.orderId))
      if (!found) throw lockedOrder()
      return found
    },

    /** Opens the order of a status link to a client that knows the postal code or the birth date. */
    async unlock(c: Context, token: string | undefined, proof: string): Promise<Access> {
      const found = await unlocking.byLink(token)
      return attempt(c, { number: found.order.number, way: 'link' }, async () =>
        isCustomer(found.order.funnel, await valuesOf(found), proof) ? found : undefined,
      )
    },

    /** Opens the order with this number to a client that knows the e-mail address and the postal code or birth date. */
    async lookUp(
      c: Context,
      { number, email, proof }: { number: string; email: string; proof: string },
    ): Promise<Access> {
      const written = number.replaceAll(/\s/g, '').toUpperCase()
      return attempt(c, { number: written, way: 'number' }, async () => {
        const id = await store.people.findOrder(written)
        const found = id === undefined ? undefined : await findOrder(store.log, id)
        if (!found) return undefined
        const values = await valuesOf(found)
        const isAddress =
          typeof values['email'] === 'string' && normalEmail(values['email']) === normalEmail(email)
        return isAddress && isCustomer(found.order.funnel, values, proof) ? found : undefined
      })
    },

    /**
     * Returns the order that a request has unlocked: by its access, or by the token of a status link together with the
     * postal code or the birth date. Returns undefined if it has neither.
     */
    async ofRequest(c: Context): Promise<FoundOrder | undefined> {
      const [opened, token, proof] = [
        c.req.header('x-status-access'),
        c.req.header('x-status-token'),
        c.req.header('x-status-proof'),
      ]
      if (opened !== undefined) return unlocking.byAccess(opened)
      if (token === undefined || proof === undefined) return undefined
      return (await unlocking.unlock(c, token, proof)).found
    },
  }
  return unlocking
}

function unknownLink(): Problem {
  return new Problem({
    status: 404,
    type: 'unknown-status-link',
    title: 'The link is not valid',
    detail: 'The token in X-Status-Token is missing, wrong or expired.',
  })
}

function lockedOrder(): Problem {
  return new Problem({
    status: 401,
    type: 'locked',
    title: 'The order is locked',
    detail: 'X-Status-Access is missing, wrong or expired. Unlock the order again.',
  })
}

function noMatch(): Problem {
  return new Problem({
    status: 403,
    type: 'no-match',
    title: 'The entries match no order',
    detail: 'At least one of the entries does not match. For security, the answer does not say which.',
  })
}
