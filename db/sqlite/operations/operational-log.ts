import { berlinDay } from '#domain/time/berlin-time.ts'
import type { NewOperationalEvent, OperationalEventType } from '#domain/operations/operational-event.ts'
import { createSteadyClock } from '#db/log/steady-clock.ts'
import type { OperationalQuery, OperationalResult } from '#db/ports/operational-log.ts'
import { headText } from '#db/reads/log/log-head.ts'
import { type OperationalRow, operationalEventsOf } from '#db/reads/log/read-operational-events.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { runQuery } from '#db/sqlite/connection/run-query-plan.ts'

/** Creates `OperationalLog.append` and `appendAll`. Each is one `BEGIN IMMEDIATE` transaction, like an append of events. */
export function createOperationalAppend({ sqlite }: Connection) {
  const clock = createSteadyClock()
  const find = sqlite
    .prepare<[string], number>('SELECT position FROM operational_events WHERE once = ?')
    .pluck()
  const head = sqlite.prepare<[], number>(headText).pluck()
  const insert = sqlite.prepare<[Omit<OperationalRow, 'data'> & { data: string }]>(
    `INSERT INTO operational_events (position, type, once, day, at, data)
     VALUES (@position, @type, @once, @day, @at, @data)`,
  )
  const appendAll = sqlite.transaction(
    (events: readonly NewOperationalEvent[], at: number): OperationalResult => {
      for (const { once } of events) {
        const existing = find.get(once)
        if (existing !== undefined) return { status: 'duplicate', position: existing }
      }
      let position = head.get()!
      for (const { type, once, day = berlinDay(at), data } of events) {
        position += 1
        insert.run({ position, type, once, day, at, data: JSON.stringify(data) })
      }
      return { status: 'stored', position }
    },
  )
  return {
    append: (event: NewOperationalEvent, at = clock()) => appendAll.immediate([event], at),
    appendAll: (events: readonly NewOperationalEvent[], at = clock()) => {
      if (events.length === 0) throw new RangeError('no events to append')
      return appendAll.immediate(events, at)
    },
  }
}

/** Creates `OperationalLog.read`, except that the JSON of the rows is text and the newest event comes first. */
export function createOperationalReads(connection: Connection) {
  return {
    read: (query: OperationalQuery<OperationalEventType>): OperationalRow[] =>
      runQuery<OperationalRow>(connection, operationalEventsOf(query)),
  }
}
