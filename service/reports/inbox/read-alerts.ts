import type { Store } from '#db/ports/store.ts'
import type { MuteEvent } from '#domain/reports/inbox/mutes.ts'
import { type AlertRecord, foldAlerts } from '#domain/reports/inbox/records.ts'

type Operations = Pick<Store, 'operations'>['operations']

/** Maximum number of events of each kind that are read, the newest ones. A fault a day needs 1000 in 16 months. */
const maxEvents = 1000

/** Reads the recorded alerts; with `upTo`, as of this position. */
export async function readAlertRecords(
  operations: Pick<Operations, 'read'>,
  asOf: { upTo?: number } = {},
): Promise<AlertRecord[]> {
  // An open alert can have an update every hour, which must not displace what was opened and closed.
  const [bounds, updates] = await Promise.all([
    operations.read({ types: ['alert_opened', 'alert_closed'], limit: 2 * maxEvents, ...asOf }),
    operations.read({ types: ['alert_updated'], limit: maxEvents, ...asOf }),
  ])
  return foldAlerts([...bounds, ...updates].toSorted((a, b) => a.position - b.position))
}

/** Reads the events that mute alerts. */
export function readMuteEvents(operations: Pick<Operations, 'read'>): Promise<MuteEvent[]> {
  return operations.read({ types: ['alert_muted', 'alert_unmuted'], limit: 2 * maxEvents })
}
