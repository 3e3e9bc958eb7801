import type { OperationalEventOf } from '#domain/operations/operational-event.ts'
import type { Alert } from '#domain/reports/alerts/shape.ts'
import { type Found, decideAlerts } from '#domain/reports/inbox/decide-alerts.ts'
import { type AlertEvent, type AlertRecord, foldAlerts } from '#domain/reports/inbox/records.ts'
import { berlinDay, berlinHour } from '#domain/time/berlin-time.ts'
import { hourMs, isoTime } from '#domain/time/durations.ts'
import { noon } from '#tests/build-events.ts'

/** Returns a fault that began `from` hours before noon, and ended `to` hours before noon unless it is open. */
export function fault(from: number, to: number | null, over: Partial<Alert> = {}): Alert {
  const startedAt = noon - from * hourMs
  const lastAt = to === null ? null : isoTime(noon - to * hourMs)
  const { kind = 'message', step = 3, field = 'iban', rule = 'format' } = over
  const day = berlinDay(startedAt)
  const hour = String(berlinHour(startedAt)).padStart(2, '0')
  return {
    id: [kind, step, field, rule, day, hour].join(':'),
    kind,
    step,
    field,
    rule,
    funnels: ['anmeldung'],
    slices: [],
    day,
    hour,
    startedAt: isoTime(startedAt),
    lastAt,
    foundAt: isoTime(startedAt + hourMs),
    closedAt: lastAt,
    release: null,
    funnelVersions: [],
    faulty: 40,
    watched: 50,
    faultyRate: 0.8,
    usualRate: 0.02,
    usualCount: null,
    probability: 1e-9,
    lostOrders: 7,
    lostRevenueCents: 35_000,
    explains: [],
    rejectedFields: [],
    apparentLosses: [],
    ...over,
  }
}

/** A log of alert events that stores what is decided, as the store does: together, and each once key once. */
export function alertLog() {
  const events: AlertEvent[] = []
  const records = () => foldAlerts(events)
  return {
    events,
    records,
    /** Decides and stores what is missing at a time. Returns the types of the stored events, with the reasons. */
    evaluate(alerts: readonly Alert[], at = noon, over: Partial<Found> = {}): string[] {
      const examinedUntil = isoTime(at - hourMs)
      const found = { alerts, from: '2026-10-01', examinedUntil, switchedOff: [], now: at, ...over }
      const decided = decideAlerts(found, records())
      if (decided.some(({ once }) => events.some((event) => event.once === once)))
        throw new Error('a decision repeats a stored event')
      for (const event of decided) events.push({ ...event, position: events.length + 1, at } as AlertEvent)
      return decided.map(({ type, data }) => ('reason' in data ? `${type} ${data.reason}` : type))
    },
    open: (): AlertRecord[] => records().filter(({ closed }) => closed === null),
  }
}

export const openings = (events: readonly AlertEvent[]): OperationalEventOf<'alert_opened'>[] =>
  events.filter((event) => event.type === 'alert_opened')
