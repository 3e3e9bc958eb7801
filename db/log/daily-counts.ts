import type { Decision } from '#domain/log/decide-append.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'
import type { Rejection } from '#db/ports/event-log.ts'

/** Change of a counter of the data quality on a Berlin day. */
export interface DailyCount {
  day: string
  name: string
  change: number
}

export interface Decided {
  row: NewEventRow
  decision: Decision
}

interface Counted {
  /** Berlin day of the append. */
  day: string
  /** Events that clients sent with this request. */
  sent: readonly Decided[]
  /** Number of events that exceed the limits of their run. */
  tooLong: number
  /** Events that were rejected before the append. */
  refused: readonly Rejection[]
  /** Bytes of the contents of rejected events that are kept. */
  keptBytes: number
  replays: readonly Decided[]
}

/** Returns how an append changes the counters of the data quality. */
export function countChanges({ day, sent, tooLong, refused, keptBytes, replays }: Counted): DailyCount[] {
  const robots = sent.filter(({ row, decision }) => row.bot && decision.status === 'stored')
  return sumOf([
    { day, name: 'received', change: sent.length },
    { day, name: 'stored', change: countOf(sent, 'stored') },
    { day, name: 'duplicate', change: countOf(sent, 'duplicate') },
    { day, name: 'rejected', change: tooLong },
    { day, name: 'robot', change: robots.length },
    { day, name: 'keptBytes', change: keptBytes },
    ...refused.flatMap(({ receivedAt }) =>
      ['received', 'rejected'].map((name) => ({ day: berlinDay(receivedAt), name, change: 1 })),
    ),
    ...replays.flatMap(countsOfReplay),
  ])
}

const countOf = (decided: readonly Decided[], status: Decision['status']) =>
  decided.filter(({ decision }) => decision.status === status).length

/** Returns how a replay changes the counters of the day on which the event was counted as rejected. */
function countsOfReplay({ row: { replay, bot }, decision: { status } }: Decided): DailyCount[] {
  if (status === 'rejected') return []
  const day = berlinDay(replay!.receivedAt)
  const stored = status === 'stored'
  return [
    { day, name: 'rejected', change: -1 },
    { day, name: status, change: 1 },
    { day, name: 'replayed', change: stored ? 1 : 0 },
    { day, name: 'robot', change: stored && bot ? 1 : 0 },
  ]
}

function sumOf(changes: readonly DailyCount[]): DailyCount[] {
  const sums = new Map<string, DailyCount>()
  for (const { day, name, change } of changes) {
    const known = sums.get(`${day} ${name}`)
    sums.set(`${day} ${name}`, { day, name, change: (known?.change ?? 0) + change })
  }
  return [...sums.values()].filter(({ change }) => change !== 0)
}
