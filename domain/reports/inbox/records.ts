import type { RecordedAlert } from '#domain/operations/alert.ts'
import type { OperationalEventOf } from '#domain/operations/operational-event.ts'

export const alertEventTypes = ['alert_opened', 'alert_updated', 'alert_closed'] as const
export type AlertEvent = OperationalEventOf<(typeof alertEventTypes)[number]>
export type AlertClosed = OperationalEventOf<'alert_closed'>

/** A recorded alert, folded from its events. */
export interface AlertRecord {
  opened: OperationalEventOf<'alert_opened'>
  /** Null while it is open. */
  closed: AlertClosed | null
  /** Position of its newest event. */
  position: number
  /** The newest recorded figures. */
  alert: RecordedAlert
  examinedUntil: string
}

/** Returns the recorded alerts in the order in which they were opened. `events` are in log order. */
export function foldAlerts(events: readonly AlertEvent[]): AlertRecord[] {
  const records = new Map<string, AlertRecord>()
  for (const event of events) {
    const { alert, examinedUntil } = event.data
    if (event.type === 'alert_opened') {
      records.set(event.once, { opened: event, closed: null, position: event.position, alert, examinedUntil })
      continue
    }
    // The opening of an old alert may not have been read.
    const record = records.get(event.data.opened)
    if (!record) continue
    const closed = event.type === 'alert_closed' ? event : record.closed
    records.set(event.data.opened, { ...record, closed, position: event.position, alert, examinedUntil })
  }
  return [...records.values()]
}
