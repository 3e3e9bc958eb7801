import { berlinDay } from '#domain/time/berlin-time.ts'
import type { NewOperationalEvent, OperationalEventType } from '#domain/operations/operational-event.ts'
import { createSteadyClock } from '#db/log/steady-clock.ts'
import type { OperationalQuery, OperationalResult } from '#db/ports/operational-log.ts'
import { headText } from '#db/reads/log/log-head.ts'
import { type OperationalRow, operationalEventsOf } from '#db/reads/log/read-operational-events.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { runQuery } from '#db/sqlite/connection/run-query-plan.ts'

/** Creates `OperationalLog.append`. It is one `BEGIN IMMEDIATE` transaction, like an append of events. */
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
  const append = sqlite.transaction((event: NewOperationalEvent, at: number): OperationalResult => {
    const { type, once, day = berlinDay(at), data } = event
    const existing = find.get(once)
    if (existing !== undefined) return { status: 'duplicate', position: existing }
    const position = head.get()! + 1
    insert.run({ position, type, once, day, at, data: JSON.stringify(data) })
    return { status: 'stored', position }
  })
  return { append: (event: NewOperationalEvent, at = clock()) => append.immediate(event, at) }
}

/** Creates `OperationalLog.read`, except that the JSON of the rows is text and the newest event comes first. */
export function createOperationalReads(connection: Connection) {
  return {
    read: (query: OperationalQuery<OperationalEventType>): OperationalRow[] =>
      runQuery<OperationalRow>(connection, operationalEventsOf(query)),
  }
}
