import { momentContract } from '#domain/reports/moment/shape.ts'
import { isoTime } from '#domain/time/durations.ts'
import type { EventLog } from '#db/ports/event-log.ts'
import { defineReport } from '#service/reports/define/define-report.ts'

export const moment = defineReport({
  contract: momentContract,
  summary: 'When the event log reached a position',
  read: async ({ store: { log } }, { position }) => {
    return { time: await receivedAt(log, position), firstTime: await receivedAt(log, 1) }
  },
  compute: (times, { position }) => ({ position, ...times }),
})

async function receivedAt(log: Pick<EventLog, 'timeAt'>, position: number): Promise<string | null> {
  const at = await log.timeAt(position)
  return at === undefined ? null : isoTime(at)
}
