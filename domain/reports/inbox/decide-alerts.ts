import type { CloseReason, RecordedAlert } from '#domain/operations/alert.ts'
import type { NewOperationalEvent } from '#domain/operations/operational-event.ts'
import type { Alert } from '#domain/reports/alerts/shape.ts'
import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { dayMs, hourMs } from '#domain/time/durations.ts'
import type { AlertRecord } from './records.ts'
import { explains, isSameFault } from './same-fault.ts'

/** Age in ms up to which a new finding is reported by messages. Older ones are recorded silently. */
export const announcedMs = 48 * hourMs

/** Number of days for which faults that began on them are recorded, also at the first start on an existing store. */
export const recordedDays = 28

export interface Found {
  /** What the watch reports about the days from `from` on. */
  alerts: readonly Alert[]
  /** First day whose faults were looked for. */
  from: string
  examinedUntil: string
  /** Destinations to which this configuration sends nothing. Old messages to them may be left. */
  switchedOff: readonly string[]
  /** ms since the epoch */
  now: number
}

/**
 * Returns the events that are missing for the log to say what the watch has found. They are appended together.
 *
 * - A finding belongs to the open alert of the same fault whose begin is the nearest. Its figures are recorded if they
 *   have changed, and its end closes it.
 * - A finding that was recorded and closed is not recorded again, unless it is open again.
 * - An open alert without a finding is closed as `merged` if another one explains it or has taken its finding, as
 *   `expired` if its days, messages or destination are no longer examined, and otherwise as `not_found`. Messages that
 *   failed are facts, which later figures do not change: if they are not found, they were sent again, so it is `over`.
 *
 * Decided again after its events were stored, the same finding needs no event, so a crash loses and repeats nothing.
 * Processes that decide at the same time produce the same once keys, of which only one is stored.
 */
export function decideAlerts(found: Found, records: readonly AlertRecord[]): NewOperationalEvent[] {
  const findings = found.alerts.filter((alert) => !isEndless(alert, found)).map(toRecorded)
  const taken = new Map<AlertRecord, RecordedAlert>()
  const rest = new Set(findings)
  const open = records.filter(({ closed }) => closed === null)
  for (const { record, finding } of nearestPairs(open, findings)) {
    if (taken.has(record) || !rest.has(finding)) continue
    taken.set(record, finding)
    rest.delete(finding)
  }
  const known = open.flatMap((record) => {
    const finding = taken.get(record)
    return finding ? follow(record, finding, found) : closeLost(record, findings, found)
  })
  return [...known, ...[...rest].flatMap((finding) => openAlert(finding, records, found))]
}

function toRecorded({ rejectedFields: _rejectedFields, ...alert }: Alert): RecordedAlert {
  return alert
}

const distance = (a: RecordedAlert, b: RecordedAlert) =>
  Math.abs(Date.parse(a.startedAt) - Date.parse(b.startedAt))

function nearestPairs(open: readonly AlertRecord[], findings: readonly RecordedAlert[]) {
  return open
    .flatMap((record) =>
      findings
        .filter((finding) => isSameFault(record.alert, finding))
        .map((finding) => ({ record, finding, apart: distance(record.alert, finding) })),
    )
    .toSorted((a, b) => a.apart - b.apart || a.record.opened.position - b.record.opened.position)
}

function follow(record: AlertRecord, finding: RecordedAlert, found: Found): NewOperationalEvent[] {
  if (finding.closedAt !== null) return close(record, 'over', found, finding)
  if (figuresOf(finding) === figuresOf(record.alert)) return []
  const { examinedUntil } = found
  const opened = record.opened.once
  return [
    {
      type: 'alert_updated',
      once: `alert_updated:${nameOf(opened)}:${record.position}`,
      day: finding.day,
      data: { alert: finding, examinedUntil, opened },
    },
  ]
}

/**
 * Returns the place and the figures of a finding as text. Its rates change every hour and follow from them; the lost
 * revenue changes with the average price.
 */
function figuresOf({ id, funnels, slices, faulty, lostOrders, explains: other }: RecordedAlert): string {
  return JSON.stringify([id, funnels, slices, faulty, lostOrders, other])
}

/** The once key without the type. */
const nameOf = (opened: string) => opened.slice(opened.indexOf(':') + 1)

function close(
  { opened, alert: recorded }: Pick<AlertRecord, 'alert'> & { opened: { once: string; day?: string } },
  reason: CloseReason,
  { examinedUntil }: Found,
  alert = recorded,
): NewOperationalEvent[] {
  // The last hour ends at the begin of the next one.
  const end = alert.lastAt === null ? alert.day : berlinDay(Date.parse(alert.lastAt) - 1)
  return [
    {
      type: 'alert_closed',
      once: `alert_closed:${nameOf(opened.once)}`,
      day: reason === 'over' ? end : (opened.day ?? alert.day),
      data: { alert, examinedUntil, opened: opened.once, reason },
    },
  ]
}

/** Closes an alert without a finding. */
function closeLost(
  record: AlertRecord,
  findings: readonly RecordedAlert[],
  found: Found,
): NewOperationalEvent[] {
  const { alert } = record
  if (isExpired(alert, found)) return close(record, 'expired', found)
  if (findings.some((one) => explains(one, alert) || isSameFault(one, alert)))
    return close(record, 'merged', found)
  if (alert.kind !== 'delivery') return close(record, 'not_found', found)
  const end = { lastAt: record.examinedUntil, closedAt: found.examinedUntil }
  return close(record, 'over', found, { ...alert, ...end })
}

/** Destinations whose messages are removed after `fixedPeriods.emails`, whatever became of them. */
const removedAfterPeriod = new Set(['mail', 'alerts'])

function isExpired(alert: RecordedAlert, found: Found): boolean {
  const isRemoved =
    alert.kind === 'delivery' &&
    removedAfterPeriod.has(alert.field ?? '') &&
    alert.day <= berlinDay(found.now - fixedPeriods.emails)
  return alert.day < found.from || isRemoved || isEndless(alert, found)
}

/** Returns whether no message can end a fault, because its destination is switched off. */
function isEndless({ kind, field, closedAt }: RecordedAlert, { switchedOff }: Found): boolean {
  // Earlier versions watched only the webhook and did not name it.
  return kind === 'delivery' && closedAt === null && switchedOff.includes(field ?? 'webhook')
}

function openAlert(
  finding: RecordedAlert,
  records: readonly AlertRecord[],
  found: Found,
): NewOperationalEvent[] {
  const { now, examinedUntil } = found
  const isRecorded = records.some(({ closed, alert }) => closed !== null && isSameFault(alert, finding))
  if (finding.closedAt !== null && isRecorded) return []
  if (finding.day < berlinDay(now - recordedDays * dayMs)) return []
  const earlier = records.filter(({ opened }) => opened.data.alert.id === finding.id).length
  const once = `alert_opened:${finding.id}:${earlier}`
  const silent = now - Date.parse(finding.foundAt) > announcedMs
  return [
    {
      type: 'alert_opened',
      once,
      day: finding.day,
      data: { alert: finding, examinedUntil, ...(silent && { silent }) },
    },
    ...(finding.closedAt === null ? [] : close({ opened: { once }, alert: finding }, 'over', found)),
  ]
}
