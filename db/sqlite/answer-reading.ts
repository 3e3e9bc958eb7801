import type { Reading } from '../reading.ts'
import type { Connection } from './connection.ts'

/** Answers the queries of a reading in one transaction. */
export function answerReading<Result>({ orm }: Pick<Connection, 'orm'>, reading: Reading<Result>): Result {
  return orm.transaction((tx) => {
    let step = reading.next()
    while (!step.done) step = reading.next(tx.all(step.value))
    return step.value
  })
}
