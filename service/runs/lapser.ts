import type { Logger } from 'pino'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { RunRow, SilentRun } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { type LapseClock, decideLapse, lapsesBefore } from '#domain/runs/decide-lapse.ts'
import { appendServiceEvents, serviceEvent } from '#service/orders/service-events.ts'
import type { BackgroundLoop } from '#service/background/background-loop.ts'
import { type PeriodicWork, begin, startPeriodicWork } from '#service/background/periodic-work.ts'

export interface LapserSettings extends Pick<LapseClock, 'lapseAfterMs'> {
  store: Pick<Store, 'log' | 'projections'>
  replicas: PeriodicWork['replicas']
  now: () => number
  log: Logger
  /** Called after `lapsed` events were appended. The callback can then wake the projection runner. */
  onLapsed?: () => void
  everyMs?: number
}

/** Number of runs per page. After a full page, the next page follows without a pause. */
const pageSize = 200

/**
 * Starts a loop that appends `lapsed` events for runs without recent events. A round starts every few seconds until the
 * loop is stopped.
 */
export function createLapser(settings: LapserSettings): BackgroundLoop {
  const { replicas, now, log, onLapsed, everyMs = 5000 } = settings
  return startPeriodicWork({
    name: 'lapsed-runs',
    replicas,
    now,
    log,
    work: async (at) => {
      const { lapsed, next } = await lapseSilentRuns(settings, at === begin ? undefined : readCursor(at))
      if (lapsed > 0) onLapsed?.()
      return next ? { at: writeCursor(next), inMs: 0 } : { at: begin, inMs: everyMs }
    },
  })
}

/**
 * Reads one page of silent runs and appends a `lapsed` event for each run that lapses (see `decideLapse`). Returns the
 * number of these events and the start of the next page. A run whose processing fails is logged and skipped, so that it
 * does not block others.
 */
export async function lapseSilentRuns(
  settings: Pick<LapserSettings, 'now' | 'lapseAfterMs' | 'log'> & {
    store: Pick<Store, 'log' | 'projections'>
  },
  after?: SilentRun,
): Promise<{ lapsed: number; next: SilentRun | undefined }> {
  const { store, now, log, lapseAfterMs } = settings
  const clock = { now: now(), lapseAfterMs }
  const silent = await store.projections.silentRuns(lapsesBefore(clock), pageSize, after)
  const lapses = await Promise.all(
    silent.map((run) =>
      lapse(store, run, clock).catch((error: unknown) => {
        log.error({ err: error, runId: run.runId }, 'a silent run could not be lapsed')
        return undefined
      }),
    ),
  )
  const events = lapses.filter((event) => event !== undefined)
  const appended = events.length > 0 ? await appendServiceEvents(store.log, events) : []
  await reportLost(store, events, appended, log)
  const last = silent.length === pageSize ? silent.at(-1) : undefined
  return {
    lapsed: appended.filter(({ stored }) => stored).length,
    next: last && { silentSince: last.silentSince!, runId: last.runId },
  }
}

async function lapse(
  { log }: Pick<Store, 'log'>,
  run: RunRow,
  clock: LapseClock,
): Promise<NewEvent | undefined> {
  const last = await log.lastOfRun(run.runId)
  const decision = decideLapse(run, last, clock)
  return decision && last && serviceEvent(decision.type, decision.cause, {}, last, clock.now)
}

/**
 * Logs an error for each `lapsed` event that was rejected as a duplicate although no other process had lapsed the run.
 */
async function reportLost(
  store: Pick<Store, 'log'>,
  events: readonly NewEvent[],
  appended: readonly { position: number; stored: boolean }[],
  log: Logger,
): Promise<void> {
  for (const [index, { runId }] of events.entries()) {
    const { position, stored } = appended[index]!
    if (stored) continue
    const last = await store.log.lastOfRun(runId)
    if (!last || last.position < position)
      log.error({ runId, position }, 'a lapse of a run is a duplicate, but the run has not lapsed')
  }
}

function writeCursor({ silentSince, runId }: SilentRun): string {
  return `${silentSince}:${runId}`
}

function readCursor(text: string): SilentRun {
  const colon = text.indexOf(':')
  return { silentSince: Number(text.slice(0, colon)), runId: text.slice(colon + 1) }
}
