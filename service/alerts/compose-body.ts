import { isoTime } from '#domain/time/durations.ts'
import type { Announcement } from '#domain/reports/inbox/announcements.ts'

/** Returns the JSON body of the webhook message about an alert. Its format is documented in docs/operating.md. */
export function alertBody({ record, event }: Announcement): string {
  const { alert, examinedUntil } = event.data
  return JSON.stringify({
    type: event.type === 'alert_opened' ? 'alert.opened' : 'alert.closed',
    timestamp: isoTime(event.at),
    data: {
      id: String(record.opened.position),
      reason: event.type === 'alert_closed' ? event.data.reason : null,
      examinedUntil,
      alert,
    },
  })
}
