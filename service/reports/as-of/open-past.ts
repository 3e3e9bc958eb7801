import type { Context } from 'hono'
import type { z } from 'zod'
import type { Store } from '#db/store.ts'
import { runStateFormat } from '#domain/run-state.ts'
import {
  type AsOfProgress,
  type Since,
  asOfProgressSchema,
  sinceSchema,
} from '#domain/reports/as-of-shapes.ts'
import { Problem } from '#service/errors.ts'
import { wrongParameter } from '../read-query.ts'
import { createQuestions } from './questions.ts'
import type { CountedBy } from './since.ts'

export interface AskedTime {
  asOf?: number | undefined
  from: string
  to: string
  funnel?: string | undefined
}

export interface OpenedPast {
  /** Its reports are those of the past; everything else is the store that was given. */
  store: Store
  /** What has happened since to the runs of the question; read it after the report. Nothing in a present report. */
  since: () => { since?: Since }
}

export interface OpenOptions {
  /** First day that the report reads, when it is before the asked range. */
  readsFrom?: string
  countedBy?: CountedBy
}

/** Opens the past for reports that are asked with `asOf`; without it they are of the present. */
export function createPast({ store, now }: { store: Store; now: () => number }) {
  const questions = createQuestions({ store, now })

  /** Answers 202 while it is worked out. Throws a 400 problem for a position that reports have not seen yet. */
  return async (c: Context, query: AskedTime, options: OpenOptions = {}): Promise<OpenedPast | Response> => {
    const { asOf, from, to, funnel } = query
    if (asOf === undefined) return { store, since: () => ({}) }
    const checkpoint = await checkPosition(store, asOf)
    const { readsFrom = from, countedBy = 'start' } = options
    const asked = await questions.ask({ asOf, checkpoint, from: readsFrom, to, funnel })
    if (asked.kind === 'computing') {
      c.header('retry-after', '1')
      return c.json({ status: 'computing', done: asked.done, of: asked.of } satisfies AsOfProgress, 202)
    }
    const { scan, store: past } = asked.past
    return {
      store: past,
      since: () => ({
        since: { position: scan.position(), ...scan.since.of({ from, to, funnel }, countedBy) },
      }),
    }
  }
}

export type OpenPast = ReturnType<typeof createPast>

/** Answers where the log ends for reports. */
async function checkPosition(store: Pick<Store, 'projections'>, asOf: number): Promise<number> {
  const { checkpoint, format } = await store.projections.live()
  if (asOf > checkpoint)
    throw wrongParameter(
      'asOf',
      `read "${asOf}", must be at most ${checkpoint}, where the log ends for reports`,
    )
  if (format < runStateFormat)
    // Rows of an older software were counted otherwise: what is taken back would not be what was added.
    throw new Problem({
      status: 503,
      type: 'projections-rebuilding',
      title: 'Reports of the past are being prepared',
      retryAfter: 10,
    })
  return checkpoint
}

/** Answers of an operation that can be asked for a past position. */
export function pastResponses<Schema extends z.ZodObject>(schema: Schema) {
  return {
    200: {
      description: 'The report; with `asOf` also what has happened since.',
      schema: schema.extend({ since: sinceSchema.optional() }),
    },
    202: { description: 'A past report is being worked out; ask again.', schema: asOfProgressSchema },
  }
}
