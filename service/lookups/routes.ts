import { type Context, Hono } from 'hono'
import { z } from 'zod'
import {
  type AddressResponse,
  type SuggestionsResponse,
  addressResponseSchema,
  ibanResponseSchema,
  suggestionsResponseSchema,
} from '#domain/site/lookup-contract.ts'
import { clientAddress } from '#service/http/client-address.ts'
import type { Lookups } from './lookups.ts'
import { describe, problem } from '#service/http/openapi.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'

const lookupsPerMinute = 120
const minQueryLength = 3
const maxQueryLength = 150
/**
 * Format of the id by which a provider groups the requests made while one address is entered. An id in another format
 * is not passed on.
 */
const sessionFormat = /^[\w-]{1,36}$/

/**
 * Returns the routes for lookups while a form is filled in. The input is personal: it is neither logged nor stored, and
 * no cache may keep a response. If a provider is unavailable, the response has status 200 all the same.
 */
export function lookupRoutes({ lookups, limits, addressBudget = defaultAddressBudget }: LookupRouteDeps) {
  const routes = new Hono()
  const limit = rateLimit({ name: 'lookups', perMinute: lookupsPerMinute }, limits)
  routes.use('/api/iban/*', limit)
  // The pattern also matches /api/addresses itself.
  routes.use('/api/addresses/*', limit)

  routes.get('/api/iban/:iban', describeIban, async (c) => {
    const answer = await lookups.iban.check(c.req.param('iban').slice(0, 64))
    return c.json(answer, 200, noStore)
  })

  routes.get('/api/addresses', describeSuggestions, async (c) => {
    const query = (c.req.query('q') ?? '').replace(/\s+/g, ' ').trim()
    const isValidQuery = query.length >= minQueryLength && query.length <= maxQueryLength
    const found = !isValidQuery
      ? []
      : (await hasBudgetLeft(c))
        ? await lookups.addresses?.suggest(query, sessionOf(c))
        : undefined
    const enabled = lookups.addresses !== undefined
    const answer: SuggestionsResponse = {
      enabled,
      outage: enabled && found === undefined,
      suggestions: found ?? [],
      attribution: lookups.addresses?.attribution ?? null,
    }
    return c.json(answer, 200, noStore)
  })

  routes.get('/api/addresses/:id', describeAddress, async (c) => {
    const found = (await hasBudgetLeft(c))
      ? await lookups.addresses?.find(c.req.param('id'), sessionOf(c))
      : undefined
    const address = found ?? null
    return c.json({ address } satisfies AddressResponse, 200, noStore)
  })

  /** Counts a lookup of the client. Returns false if the client's share of the budget is exhausted. */
  async function hasBudgetLeft(c: Context): Promise<boolean> {
    if (!limits.enabled || lookups.addresses === undefined) return true
    return (await limits.count(clientAddress(c, limits.hops), shareOf(addressBudget))) === undefined
  }
  return routes
}

/**
 * Returns the daily limit of a single client. It is only a part of the budget, so that no client can exhaust the budget
 * alone.
 */
function shareOf(budget: number) {
  return { name: 'addresses', perDay: Math.max(100, Math.floor(budget / 20)) }
}

const defaultAddressBudget = 5000

export interface LookupRouteDeps {
  lookups: Lookups
  limits: RateLimitSettings
  /** Maximum number of address lookups per day, for all clients together. */
  addressBudget?: number | undefined
}

const noStore = { 'cache-control': 'no-store' }

function sessionOf(c: Context): string | undefined {
  const session = c.req.query('session')
  return session !== undefined && sessionFormat.test(session) ? session : undefined
}

const session = {
  in: 'query' as const,
  name: 'session',
  schema: z.string().optional(),
  description:
    'Groups the lookups of one entry, for providers that bill by it: 1 to 36 letters, digits, `_` and `-`; any other value is ignored.',
}
const tooMany = problem('The client made more than 120 lookups in a minute.')

const describeIban = describe({
  tag: 'Lookups',
  summary: 'Check an IBAN and find its bank',
  parameters: [{ in: 'path', name: 'iban', schema: z.string(), description: 'May contain spaces.' }],
  responses: {
    200: {
      description: 'The result; an outage of the IBAN service is a result as well.',
      schema: ibanResponseSchema,
    },
    429: tooMany,
  },
})

const describeSuggestions = describe({
  tag: 'Lookups',
  summary: 'Suggest German addresses for typed text',
  parameters: [
    {
      in: 'query',
      name: 'q',
      schema: z.string().optional(),
      description: `${minQueryLength} to ${maxQueryLength} characters; any other length returns no suggestions.`,
    },
    session,
  ],
  responses: {
    200: { description: 'A few suggestions, the best first.', schema: suggestionsResponseSchema },
    429: tooMany,
  },
})

const describeAddress = describe({
  tag: 'Lookups',
  summary: 'Get the address of a suggestion that does not contain it',
  parameters: [{ in: 'path', name: 'id', schema: z.string() }, session],
  responses: {
    200: {
      description: 'The address, or null if it is not available.',
      schema: addressResponseSchema,
    },
    429: tooMany,
  },
})
