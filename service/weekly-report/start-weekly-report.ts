import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import { nextSendingTime } from '#domain/weekly-report/schedule.ts'
import { whileLeader } from '#service/background/leadership.ts'
import { begin, startPeriodicWork } from '#service/background/periodic-work.ts'
import { type SendingSettings, sendWeeklyReport } from './send-weekly-report.ts'

interface LoopSettings extends SendingSettings {
  replicas: Pick<Replicas, 'acquireLeadership' | 'wake' | 'listen'>
  log: Logger
}

/** Time in ms after which a report is tried again that could not be sent. After a start, it waits for the projections. */
const retryMs = 5000

/** Sends the weekly report on Mondays at 07:00 in Berlin, in the process that is the leader, until stopped. */
export function startWeeklyReport(settings: LoopSettings) {
  const { replicas, now, log } = settings
  const createLoop = () =>
    startPeriodicWork({
      name: 'weekly-report',
      replicas,
      now,
      log,
      work: async () => {
        const result = await sendWeeklyReport(settings)
        if (result === 'done') log.info('the weekly report is enqueued')
        return { at: begin, inMs: result === 'later' ? retryMs : nextSendingTime(now()) - now() }
      },
    })
  return whileLeader({ replicas, task: 'weekly report', log, start: () => [createLoop()] })
}
