import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Store } from '#db/ports/store.ts'
import { isFromThisMachine } from '#service/http/client-address.ts'
import { unavailable } from '#service/http/errors.ts'
import { createLimitedLog } from '#service/observability/limited-log.ts'
import type { Metrics } from '#service/observability/metrics.ts'
import { describe, problem } from '#service/http/openapi.ts'
import type { Draining } from '#service/process/draining.ts'
import { createReadiness } from './readiness.ts'
import { type TokenCheck, requireToken } from '#service/access/require-token.ts'

export interface HealthDeps {
  store: Pick<Store, 'ready' | 'lost'>
  metrics: Pick<Metrics, 'render' | 'contentType'>
  log: Logger
  hasToken: TokenCheck
  /**
   * Notes for operators. They are shown while the service is ready, but only to requests with the token or from this
   * machine.
   */
  notes: readonly string[]
  /** Returns notes about the disk and the standbys; called for each request. */
  currentNotes: () => Promise<string[]>
  draining: Pick<Draining, 'started'>
}

const aliveSchema = z.object({ status: z.literal('alive') })
const readySchema = z.object({ status: z.literal('ready'), notes: z.array(z.string()).optional() })

export function healthRoutes({ store, metrics, log, hasToken, notes, currentNotes, draining }: HealthDeps) {
  const routes = new Hono()
  const limited = createLimitedLog(log)
  const onFailure = (error: unknown) =>
    limited({ level: 'error', fields: { err: error }, message: 'not ready' })
  const isReady = createReadiness(store, { onFailure })
  // A wrong token counts towards the limit for wrong tokens, but it does not change the status of the response.
  const mayReadNotes = async (c: Context) =>
    isFromThisMachine(c) || (await hasToken(c, 'metrics').catch(() => undefined)) !== undefined

  function refuseWhileDraining() {
    if (draining.started) throw unavailable('The process is about to stop.')
  }

  routes.get('/healthz', describeAlive, (c) => {
    refuseWhileDraining()
    if (store.lost.aborted)
      throw unavailable('The store cannot be used any more; the process is about to exit.')
    return c.json({ status: 'alive' } satisfies z.output<typeof aliveSchema>)
  })
  routes.get('/readyz', describeReady, async (c) => {
    refuseWhileDraining()
    await isReady().catch(() => {
      throw unavailable('The store cannot be written or read, or its migrations are not complete.')
    })
    const ready: z.output<typeof readySchema> = { status: 'ready' }
    return c.json(
      (await mayReadNotes(c)) ? { ...ready, notes: [...notes, ...(await currentNotes())] } : ready,
    )
  })
  routes.get('/metrics', describeMetrics, requireToken(hasToken, 'metrics'), async (c) =>
    c.body(await metrics.render(), 200, { 'content-type': metrics.contentType }),
  )
  return routes
}

const describeAlive = describe({
  tag: 'Operation',
  summary: 'Check whether the process is alive',
  responses: {
    200: { description: 'Alive.', schema: aliveSchema },
    503: problem('The process is about to stop, or a thread of the store has died.'),
  },
})

const describeReady = describe({
  tag: 'Operation',
  summary: 'Check whether the service is ready',
  description:
    'The store is probed at most once a second, with a write and a read. Responses contain `notes` for operators ' +
    'only if the request carries the reports token or comes from the same machine.',
  responses: {
    200: {
      description: 'The store can be written and read, and its migrations are complete.',
      schema: readySchema,
    },
    503: problem(
      'The process is about to stop, the store cannot be written or read, or its migrations are not complete.',
    ),
  },
})

const describeMetrics = describe({
  tag: 'Operation',
  summary: 'Metrics for Prometheus',
  token: true,
  responses: {
    200: { description: 'Text exposition format.', schema: z.string(), type: 'text/plain' },
    401: problem('The token is missing or wrong.'),
  },
})
