import { type Context, Hono } from 'hono'
import { z } from 'zod'
import {
  type AddressAnswer,
  type SuggestionsAnswer,
  addressAnswerSchema,
  ibanAnswerSchema,
  suggestionsAnswerSchema,
} from '#domain/lookup-contract.ts'
import type { Lookups } from '#service/lookups/lookups.ts'
import { type Operation, problem } from '#service/openapi.ts'
import { type RateLimitSettings, rateLimit } from '#service/rate-limit.ts'

const lookupsPerMinute = 120
const shortestQuery = 3
const longestQuery = 150
/** What a provider groups the questions of one entry by; nothing else is passed on. */
const sessionForm = /^[\w-]{1,36}$/

/**
 * What the page looks up while a form is being filled in. What is asked is personal: it is neither logged nor stored,
 * and no answer may be kept on the way. An outage is an answer like any other, so that it never looks like an error.
 */
export function lookupRoutes({ lookups, limits }: { lookups: Lookups; limits: RateLimitSettings }) {
  const routes = new Hono()
  const limit = rateLimit({ name: 'lookups', perMinute: lookupsPerMinute }, limits)
  routes.use('/api/iban/*', limit)
  // The pattern takes in /api/addresses itself.
  routes.use('/api/addresses/*', limit)

  routes.get('/api/iban/:iban', async (c) => {
    const answer = await lookups.iban.check(c.req.param('iban').slice(0, 64))
    return c.json(answer, 200, noStore)
  })

  routes.get('/api/addresses', async (c) => {
    const query = (c.req.query('q') ?? '').replace(/\s+/g, ' ').trim()
    const asked = query.length >= shortestQuery && query.length <= longestQuery
    const found = asked ? await lookups.addresses?.suggest(query, sessionOf(c)) : []
    const enabled = lookups.addresses !== undefined
    const answer: SuggestionsAnswer = {
      enabled,
      outage: enabled && found === undefined,
      suggestions: found ?? [],
      attribution: lookups.addresses?.attribution ?? null,
    }
    return c.json(answer, 200, noStore)
  })

  routes.get('/api/addresses/:id', async (c) => {
    const address = (await lookups.addresses?.find(c.req.param('id'), sessionOf(c))) ?? null
    return c.json({ address } satisfies AddressAnswer, 200, noStore)
  })
  return routes
}

const noStore = { 'cache-control': 'no-store' }

function sessionOf(c: Context): string | undefined {
  const session = c.req.query('session')
  return session !== undefined && sessionForm.test(session) ? session : undefined
}

const session = {
  in: 'query' as const,
  name: 'session',
  schema: z.string().regex(sessionForm).optional(),
  description: 'Groups the questions of one entry, for providers that bill by it.',
}
const tooMany = problem('More than 120 lookups of a client in a minute.')

export const lookupOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/iban/{iban}',
    tag: 'Lookups',
    summary: 'Whether it is an IBAN, and of which bank',
    parameters: [{ in: 'path', name: 'iban', schema: z.string(), description: 'With or without spaces.' }],
    responses: {
      200: {
        description: 'The verdict; an outage of the IBAN service is one too.',
        schema: ibanAnswerSchema,
      },
      429: tooMany,
    },
  },
  {
    method: 'get',
    path: '/api/addresses',
    tag: 'Lookups',
    summary: 'German addresses for what was typed',
    parameters: [
      {
        in: 'query',
        name: 'q',
        schema: z.string().optional(),
        description: `${shortestQuery} to ${longestQuery} characters; otherwise nothing is suggested.`,
      },
      session,
    ],
    responses: {
      200: { description: 'At most a handful, the best first.', schema: suggestionsAnswerSchema },
      429: tooMany,
    },
  },
  {
    method: 'get',
    path: '/api/addresses/{id}',
    tag: 'Lookups',
    summary: 'The address of a suggestion that came without one',
    parameters: [{ in: 'path', name: 'id', schema: z.string() }, session],
    responses: {
      200: {
        description: 'The address, or null where there is none to be had.',
        schema: addressAnswerSchema,
      },
      429: tooMany,
    },
  },
]
