import type Database from 'better-sqlite3'
import { endingTypes, visitorTypes } from '#domain/retention/decide-retention.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'
import type { RetainedRun } from '#db/reads/due-runs.ts'

interface Complete {
  position: number
  orderedAt: number
  funnel: string
  facts: string
}

/**
 * Returns a function that reads the dates on which the retention of a run's values depends. For a run without an order
 * it does two lookups, however many events the run has.
 */
export function readRunDates(sqlite: Database.Database) {
  const lastSeen = sqlite
    .prepare<[string], number>(
      `SELECT received_at FROM events WHERE run_id = ? AND type IN (${listOf(visitorTypes)}) AND meta ->> 'replayed' IS NULL
       ORDER BY position DESC LIMIT 1`,
    )
    .pluck()
  const complete = sqlite.prepare<[string], Complete>(
    `SELECT e.position, e.at AS orderedAt, e.funnel, e.facts
     FROM once_keys k JOIN events e ON e.position = k.position WHERE k.key = ?`,
  )
  const settled = sqlite.prepare<[string, number], { paidAt: number | null; endedAt: number | null }>(
    `SELECT min(iif(type = 'paid', at, NULL)) AS paidAt, max(iif(type <> 'paid', at, NULL)) AS endedAt
     FROM events WHERE run_id = ? AND position > ? AND type IN (${listOf(['paid', ...endingTypes])})`,
  )
  return (runId: string, orderPrefix: string): RetainedRun => {
    const lastSeenAt = lastSeen.get(runId) ?? 0
    const found = complete.get(orderPrefix + runId)
    if (!found) return { lastSeenAt, orderedAt: null, paidAt: null, endedAt: null, order: null }
    const { position, orderedAt, funnel, facts } = found
    const order = { position, funnel, facts: JSON.parse(facts) as Record<string, string | boolean> }
    return { lastSeenAt, orderedAt, ...settled.get(runId, position)!, order }
  }
}

const listOf = (types: readonly StoredEventType[]): string => types.map((type) => `'${type}'`).join()
