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

async function receivedAt(log: Pick<EventLog, 'read'>, position: number): Promise<string | null> {
  if (position < 1) return null
  const [event] = await log.read(position - 1, 1)
  return event?.position === position ? isoTime(event.receivedAt) : null
}
