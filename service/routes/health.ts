import { Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Store } from '#db/store.ts'
import { unavailable } from '#service/errors.ts'
import type { Metrics } from '#service/metrics.ts'
import { type Operation, problem } from '#service/openapi.ts'
import { type TokenCheck, requireToken } from '#service/require-token.ts'

export interface HealthDeps {
  store: Pick<Store, 'ready'>
  metrics: Pick<Metrics, 'render' | 'contentType'>
  log: Logger
  hasToken: TokenCheck
  /** What an operator should know although the service is ready. */
  notes: readonly string[]
}

const readySchema = z.object({ status: z.literal('ready'), notes: z.array(z.string()) })

export function healthRoutes({ store, metrics, log, hasToken, notes }: HealthDeps) {
  const routes = new Hono()
  routes.get('/healthz', (c) => c.json({ status: 'alive' }))
  routes.get('/readyz', async (c) => {
    try {
      await store.ready()
    } catch (error) {
      log.error({ err: error }, 'not ready')
      throw unavailable('The store cannot be written, or its migrations are not done.')
    }
    return c.json({ status: 'ready', notes: [...notes] } satisfies z.output<typeof readySchema>)
  })
  routes.get('/metrics', requireToken(hasToken), async (c) =>
    c.body(await metrics.render(), 200, { 'content-type': metrics.contentType }),
  )
  return routes
}

export const healthOperations: Operation[] = [
  {
    method: 'get',
    path: '/healthz',
    tag: 'Operation',
    summary: 'Whether the process is alive',
    responses: { 200: { description: 'Alive.', schema: z.object({ status: z.literal('alive') }) } },
  },
  {
    method: 'get',
    path: '/readyz',
    tag: 'Operation',
    summary: 'Whether the service can do its work',
    responses: {
      200: { description: 'The store can be written and its migrations are done.', schema: readySchema },
      503: problem('The store cannot be written, or its migrations are not done.'),
    },
  },
  {
    method: 'get',
    path: '/metrics',
    tag: 'Operation',
    summary: 'Metrics for Prometheus',
    token: true,
    responses: {
      200: { description: 'Text exposition format.', schema: z.string(), type: 'text/plain' },
      401: problem('No token, or a wrong one.'),
    },
  },
]
