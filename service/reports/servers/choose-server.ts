import type { Context } from 'hono'
import type { StandbyParts, Standbys } from '#db/ports/standbys.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { Report, ReportContext } from '#service/reports/define/report.ts'

/** Which server answered a report: `fallback` is the primary after a standby failed. */
export type ReportServer = 'primary' | 'standby' | 'fallback'

interface ServerChoice<Shared> {
  standbys: Standbys | undefined
  primary: Shared
  /** Returns the context of reports on a standby. Its computations are not shared with those on the primary. */
  contextOf: (standby: StandbyParts) => Shared
  onAnswer: (server: ReportServer) => void
}

type Respond = (report: Report, c: Context, own: Pick<ReportContext, 'seesAddresses'>) => Promise<Response>

/**
 * Returns a function that answers reports from a standby while one is up to date, otherwise from the primary. If the
 * standby fails or cancels a query because it conflicts with the replay, the primary answers instead.
 */
export function createServerChoice<Shared extends Omit<ReportContext, 'seesAddresses'>>({
  standbys,
  primary,
  contextOf,
  onAnswer,
}: ServerChoice<Shared>): Respond {
  const contexts = new WeakMap<StandbyParts, Shared>()

  function onStandby(standby: StandbyParts): Shared {
    const context = contexts.get(standby) ?? contextOf(standby)
    contexts.set(standby, context)
    return context
  }

  return async (report, c, own) => {
    const onPrimary = { ...primary, ...own }
    const standby = await standbys?.find(neededPosition(c))
    if (!standby) {
      onAnswer('primary')
      return answer(report, c, onPrimary)
    }
    try {
      const response = await answer(report, c, { ...onStandby(standby), ...own, fallback: onPrimary })
      onAnswer('standby')
      return response
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      onAnswer('fallback')
      return answer(report, c, onPrimary)
    }
  }
}

/** Returns the position that a request names, which another answer may have had from a server that is further ahead. */
function neededPosition(c: Context): number {
  const named = [c.req.query('asOf'), c.req.query('position')].filter((text) => /^\d{1,15}$/.test(text ?? ''))
  return Math.max(0, ...named.map(Number))
}

/**
 * Answers a report. Every answer says its position. Data without a position of its own is read after the position, so it
 * is never older.
 */
async function answer({ contract, respond }: Report, c: Context, context: ReportContext): Promise<Response> {
  if ('asOfPosition' in contract.shape.shape) return respond(c, context)
  const { checkpoint } = await context.store.projections.live()
  c.header('x-as-of-position', String(checkpoint))
  return respond(c, context)
}
