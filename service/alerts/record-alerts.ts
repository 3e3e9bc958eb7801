import type { DestinationName } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { alertsReportInSteps } from '#domain/reports/alerts/compute.ts'
import { maxWatchedDays } from '#domain/reports/alerts/shape.ts'
import type { Alert } from '#domain/reports/alerts/shape.ts'
import { shiftDay } from '#domain/reports/day-range.ts'
import { decideAlerts, recordedDays } from '#domain/reports/inbox/decide-alerts.ts'
import type { AlertRecord } from '#domain/reports/inbox/records.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { runPolitely } from '#service/reports/watch/run-politely.ts'
import { readAlertRecords } from '#service/reports/inbox/read-alerts.ts'
import { readWatched } from '#service/reports/watch/read-watched.ts'

export interface RecordSettings {
  store: Store
  /** Destinations to which this configuration sends nothing. */
  switchedOff: readonly DestinationName[]
  /** ms since the epoch */
  now: () => number
}

/** The begin of an open fault may be found to be up to this many days earlier. */
const shiftDays = 5

/** How often the events are decided again because another process has stored some of them meanwhile. */
const maxAttempts = 3

/** Result of an evaluation: the number of stored events, and what the watch has found. */
export interface Recorded {
  stored: number
  found: readonly Alert[]
}

/**
 * Evaluates the watch for the last days and records what has changed, in one transaction. Nothing is stored while a
 * process of an earlier version is connected; the next evaluation finds the same.
 */
export async function recordAlerts({ store, switchedOff, now }: RecordSettings): Promise<Recorded> {
  const at = now()
  const today = berlinDay(at)
  const from = firstDay(await readAlertRecords(store.operations), today)
  const source = { store, reports: store.reports, now: () => at }
  const data = await readWatched(source, { from, to: today }, { atOnePosition: false })
  const { alerts, examinedUntil } = await runPolitely(alertsReportInSteps({ from, to: today }, data))
  const found = { alerts, from, examinedUntil, switchedOff, now: at }
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const events = decideAlerts(found, await readAlertRecords(store.operations))
    if (events.length === 0) break
    const { status } = await store.operations.appendAll(events)
    if (status === 'stored') return { stored: events.length, found: alerts }
    if (status === 'postponed') break
  }
  return { stored: 0, found: alerts }
}

/** Returns the first day that is examined: the whole time of every open alert is, so that its loss is complete. */
function firstDay(records: readonly AlertRecord[], today: string): string {
  const begins = records
    .filter(({ closed }) => closed === null)
    .map(({ alert }) => shiftDay(alert.day, -shiftDays))
  const first = [shiftDay(today, -recordedDays), ...begins].toSorted()[0]!
  const earliest = shiftDay(today, 1 - maxWatchedDays)
  return first < earliest ? earliest : first
}
