import type { Context } from 'hono'
import type { StandbyParts, Standbys } from '#db/ports/standbys.ts'
import { StatementTimeout } from '#db/ports/store.ts'
import { parseMoment } from '#domain/time/berlin-moment.ts'
import { Problem } from '#service/http/errors.ts'
import type { Report, ReportContext } from '#service/reports/define/report.ts'

/** Which server answered a report: `fallback` is the primary after a standby failed. */
export type ReportServer = 'primary' | 'standby' | 'fallback'

interface ServerChoice<Shared> {
  standbys: Standbys | undefined
  primary: Shared
  /** Returns the context of reports on a standby. Its computations are not shared with those on the primary. */
  contextOf: (standby: StandbyParts) => Shared
  onAnswer: (server: ReportServer) => void
  /** Called with the error of a standby when the primary reads the rest of a report. */
  onFallback: (error: unknown) => void
}

type Respond = (report: Report, c: Context, own: Pick<ReportContext, 'seesAddresses'>) => Promise<Response>

/**
 * Returns a function that answers reports from a standby while one is up to date, otherwise from the primary. If the
 * standby fails, cancels a query because it conflicts with the replay, or does not have a record yet, the primary
 * answers instead.
 */
export function createServerChoice<Shared extends Omit<ReportContext, 'seesAddresses'>>({
  standbys,
  primary,
  contextOf,
  onAnswer,
  onFallback,
}: ServerChoice<Shared>): Respond {
  const contexts = new WeakMap<StandbyParts, Shared>()

  function onStandby(standby: StandbyParts): Shared {
    const context = contexts.get(standby) ?? contextOf(standby)
    contexts.set(standby, context)
    return context
  }

  return async (report, c, own) => {
    const onPrimary = { ...primary, ...own }
    if (!standbys) {
      onAnswer('primary')
      return report.respond(c, onPrimary)
    }
    const standby = await standbys.find(neededPosition(c, primary.now()))
    if (!standby) {
      onAnswer('primary')
      return answer(report, c, onPrimary)
    }
    const fallback = (error: unknown) => {
      if (isSameOnPrimary(error)) throw error
      onFallback(error)
      return onPrimary
    }
    try {
      const response = await answer(report, c, { ...onStandby(standby), ...own, fallback })
      onAnswer('standby')
      return response
    } catch (error) {
      const isMissing = error instanceof Problem && error.members.status === 404
      const context = isMissing ? onPrimary : fallback(error)
      onAnswer(isMissing ? 'primary' : 'fallback')
      return answer(report, c, context)
    }
  }
}

/** Returns whether the primary would fail as well: the request is wrong, or its statement takes too long. */
function isSameOnPrimary(error: unknown): boolean {
  return error instanceof Problem || error instanceof StatementTimeout
}

/** Age in ms from which a standby surely has all events of a minute. A standby with a longer lag is left out. */
const settledAfterMs = 10_000

/**
 * Returns the position that a request names, which another answer may have had from a server that is further ahead. For
 * a recent minute only the primary has it.
 */
function neededPosition(c: Context, now: number): number {
  const [asOf = '', position = ''] = [c.req.query('asOf'), c.req.query('position')]
  const moment = parseMoment(asOf)
  if (moment !== undefined && now - moment < settledAfterMs) return Infinity
  return Math.max(0, ...[asOf, position].filter((text) => /^\d{1,15}$/.test(text)).map(Number))
}

/**
 * Answers a report and says its position. If the report does not say its position itself, the position is read first, so
 * that the data is never older; this costs one more query.
 */
async function answer(report: Report, c: Context, context: ReportContext): Promise<Response> {
  const { saysPosition, respond } = report
  if (saysPosition) return respond(c, context)
  const { checkpoint } = await context.store.projections.live()
  c.header('x-as-of-position', String(checkpoint))
  return respond(c, context)
}
