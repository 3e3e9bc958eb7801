import type { KeyObject } from 'node:crypto'
import type { AppendResult, EventLog, NewEvent } from '#db/ports/event-log.ts'
import type { KeptRejection } from '#db/ports/rejection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { funnelByType, type FunnelOf } from '#domain/funnels/index.ts'
import { dayAfter } from '#domain/reports/day-range.ts'
import { countObstacles, fieldsIn, isMended, maxGroups } from '#domain/reports/rejections/compute.ts'
import type { Obstacle, ReplayRequest, ReplayResult } from '#domain/reports/rejections/shape.ts'
import { berlinDate, startOfDay } from '#domain/time/berlin-time.ts'
import { isoTime } from '#domain/time/durations.ts'
import { checkEvent } from './check-event.ts'
import { newEventMaker } from './new-event.ts'
import { readContent } from '#service/rejections/read-content.ts'

export interface ReplayDeps {
  store: Pick<Store, 'log' | 'rejections' | 'exclusions'>
  funnelOf?: FunnelOf | undefined
  fingerprintKey: KeyObject
  /** ms since the epoch */
  now: () => number
  append: (events: NewEvent[]) => ReturnType<EventLog['append']>
}

export interface Replays {
  /** Returns the funnel that checks a replayed event. */
  funnelOf: FunnelOf
  /**
   * Replays the next events of a group, those of at least one run. Returns `not-mended` if the funnel does not accept
   * the fields. Each event is stored at most once, however often and by whomever the call is repeated.
   */
  replayNext: (request: ReplayRequest) => Promise<ReplayResult | 'not-mended'>
}

/** Maximum number of events replayed at a time. It exceeds `keptLimits.ofRun.events`, because runs are not split. */
const maxEvents = 100

/** Replays events that were rejected because of fields which the funnel has learned to accept since. */
export function createReplays(deps: ReplayDeps): Replays {
  const { store, funnelOf = funnelByType, append } = deps
  async function readNext({ from, to, funnel, fields, after = '' }: ReplayRequest) {
    const wanted = fields.toSorted().join()
    const received = { from: startOfDay(from), before: startOfDay(dayAfter(to)) }
    const groups = await store.rejections.groups(received, maxGroups)
    const issues = groups.flatMap((one) =>
      one.state === 'kept' && one.funnel === funnel && fieldsIn(one.issues).toSorted().join() === wanted
        ? [one.issues]
        : [],
    )
    const page = await store.rejections.kept({
      ...received,
      funnel,
      issues: [...new Set(issues)],
      afterRun: after,
      limit: maxEvents,
    })
    if (page.length < maxEvents) return { rows: page, next: null }
    // The last run of the page may have further events.
    const last = page.at(-1)!.runId
    const rows = page.filter(({ runId }) => runId !== last)
    return { rows, next: rows.at(-1)?.runId ?? null }
  }

  async function replayNext(request: ReplayRequest): Promise<ReplayResult | 'not-mended'> {
    if (!isMended(request.fields, funnelOf(request.funnel))) return 'not-mended'
    const { rows, next } = await readNext(request)
    const obstacles = await findObstacles(
      store,
      rows.map(({ runId }) => runId),
    )
    const read = rows.map((row) => obstacles.get(row.runId) ?? toEvent(row, deps))
    const events = read.filter((one) => typeof one !== 'string')
    const appended = events.length > 0 ? await append(events) : []
    return {
      ...summarise(
        appended,
        read.filter((one) => typeof one === 'string'),
      ),
      next,
    }
  }

  return { funnelOf, replayNext }
}

/** Returns why no event of a run is replayed, by run. */
async function findObstacles(
  { log, exclusions }: Pick<Store, 'log' | 'exclusions'>,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, Obstacle>> {
  const runs = [...new Set(runIds)]
  const obstacles = new Map<string, Obstacle>()
  for (const runId of runs) {
    const types = await log.describeRun(runId)
    if (types.some(({ type }) => type === 'erased')) obstacles.set(runId, 'erased-run')
  }
  for (const runId of await exclusions.among(runs)) obstacles.set(runId, 'excluded-run')
  return obstacles
}

/** Returns the event to append, or why it cannot be replayed. */
function toEvent(row: KeptRejection, deps: ReplayDeps): NewEvent | Obstacle {
  const { id: rejection, eventId: id, type, funnel, runId, receivedAt, facts, values } = row
  if (values === null) return 'removed'
  const { facts: kept, data, form } = readContent({ facts, values })
  const { funnelVersion, step, occurredAt, sentAt, context, userAgent } = kept
  const raw = { id, type, funnel, funnelVersion, runId, step, occurredAt, data, ...(form && { form }) }
  const checked = checkEvent(raw, berlinDate(receivedAt), deps.funnelOf)
  if (!checked.ok) return 'still-rejected'
  const event = newEventMaker({
    envelope: { sentAt: isoTime(Date.parse(sentAt)), context, events: [raw] },
    userAgent,
    receivedAt,
    fingerprintKey: deps.fingerprintKey,
    newOrderNumber: () => {
      throw new Error('an order cannot be replayed')
    },
  })(checked)
  const meta = { ...event.meta, replayed: { receivedAt } }
  return { ...event, receivedAt: deps.now(), meta, replay: { rejection, receivedAt } }
}

function summarise(
  appended: readonly AppendResult[],
  refused: readonly Obstacle[],
): Omit<ReplayResult, 'next'> {
  const count = (status: AppendResult['status']) => appended.filter((one) => one.status === status).length
  const rejected = appended.flatMap((one) => (one.status === 'rejected' ? [one.code] : []))
  return {
    replayed: count('stored'),
    duplicates: count('duplicate'),
    obstructed: countObstacles([...refused, ...rejected].map((reason) => ({ reason, count: 1 }))),
  }
}
