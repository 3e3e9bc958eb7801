import Database from 'better-sqlite3'
import type { QualityReport } from '#domain/reports/quality/shape.ts'
import { type KeptStore, readDatabase } from './kept-store.ts'

interface KeptEvent {
  type: string
  received_at: number
  meta: { bot?: boolean }
}

const sentTypes = new Set(['start', 'step', 'invalid', 'email', 'abandon', 'complete'])

/** Returns the report on quality of an earlier version without the events that the service itself wrote. */
export function withoutWritten(store: KeptStore, report: QualityReport): QualityReport {
  const written = Map.groupBy(
    eventsOf(store).filter(({ type }) => !sentTypes.has(type)),
    (event) => new Date(event.received_at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }),
  )
  const days = report.days.map((one) => less(one, written.get(one.day) ?? []))
  const ofDays = report.days.flatMap(({ day }) => written.get(day) ?? [])
  return { ...report, totals: less(report.totals, ofDays), days }
}

function less<Sums extends QualityReport['totals']>(sums: Sums, events: readonly KeptEvent[]): Sums {
  const robots = events.filter(({ meta }) => meta.bot).length
  return {
    ...sums,
    received: sums.received - events.length,
    stored: sums.stored - events.length,
    robots: sums.robots - robots,
    counted: sums.counted - (events.length - robots),
  }
}

function eventsOf({ commit, dump }: KeptStore): KeptEvent[] {
  if (dump) return JSON.parse(dump.tables.find(({ name }) => name === 'public.events')!.rows) as KeptEvent[]
  const sqlite = new Database(readDatabase(commit))
  try {
    const rows = sqlite.prepare<[], Omit<KeptEvent, 'meta'> & { meta: string }>(
      'SELECT type, received_at, meta FROM events',
    )
    return rows.all().map((row) => ({ ...row, meta: JSON.parse(row.meta) as KeptEvent['meta'] }))
  } finally {
    sqlite.close()
  }
}
