import type { Logger } from 'pino'
import type { NewEvent } from '#db/event-log.ts'
import type { RunRow } from '#db/projection-store.ts'
import type { Store } from '#db/store.ts'
import { serviceEvent } from '#service/service-events.ts'
import type { BackgroundLoop } from '../background-loop.ts'
import { begin, startPeriodicWork } from '../periodic-work.ts'

export interface LapserSettings {
  store: Pick<Store, 'log' | 'projections' | 'queue'>
  now: () => number
  log: Logger
  /** Silence after which a run has lapsed. */
  lapseAfterMs: number
  /** Called when `lapsed` events were appended, so that the projections see them at once. */
  onLapsed?: () => void
  everyMs?: number
  pollMs?: number
}

/** Runs looked at in one go; the next go follows at once while there are as many. */
const mostRuns = 200

/** Appends `lapsed` for silent runs (DESIGN 7) every few seconds until stopped; one process does it for all. */
export function createLapser(settings: LapserSettings): BackgroundLoop {
  const { store, now, log, onLapsed, everyMs = 5000, pollMs = 1000 } = settings
  return startPeriodicWork({
    name: 'lapsed-runs',
    store,
    now,
    log,
    pollMs,
    work: async () => {
      const lapsed = await lapseSilentRuns(settings)
      if (lapsed > 0) onLapsed?.()
      return { at: begin, inMs: lapsed === mostRuns ? 0 : everyMs }
    },
  })
}

/**
 * Appends `lapsed` once for every run that has been silent too long, and answers for how many.
 * The id follows from run and last position, so two services lapse a run's silence once,
 * and a run that goes on and falls silent again lapses again.
 */
export async function lapseSilentRuns(
  settings: Pick<LapserSettings, 'now' | 'lapseAfterMs'> & { store: Pick<Store, 'log' | 'projections'> },
): Promise<number> {
  const { store, now, lapseAfterMs } = settings
  const at = now()
  const silent = await store.projections.silentRuns(at - lapseAfterMs, mostRuns)
  const lapses = await Promise.all(silent.map((run) => lapse(store, run, at)))
  const events = lapses.filter((event) => event !== undefined)
  if (events.length === 0) return 0
  const appended = await store.log.append({ events, rejected: [], now: at, dedupeWindowMs: 0 })
  return appended.filter(({ status }) => status === 'stored').length
}

/** Undefined when the log knows more of the run than the projections: it may have gone on, or lapsed already. */
async function lapse(store: Pick<Store, 'log'>, run: RunRow, now: number): Promise<NewEvent | undefined> {
  const last = (await store.log.readRun(run.runId)).at(-1)
  if (!last || last.position > run.lastPosition) return undefined
  return serviceEvent('lapsed', `${run.runId}:${run.lastPosition}`, {}, last, now)
}
