import type { Pool } from 'pg'
import type { Reading } from '../reading.ts'
import { PgDialect } from './drizzle.ts'
import { transaction } from './transaction.ts'

const dialect = new PgDialect()

/** Answers the queries of a reading from one snapshot. By the driver alone: Drizzle would hand on whole numbers as texts. */
export function answerReading<Result>(pool: Pool, reading: Reading<Result>): Promise<Result> {
  return transaction(
    pool,
    async (tx) => {
      let step = reading.next()
      while (!step.done) {
        const { sql: text, params } = dialect.sqlToQuery(step.value)
        step = reading.next((await tx.query<Record<string, unknown>>({ text, values: params })).rows)
      }
      return step.value
    },
    'REPEATABLE READ, READ ONLY',
  )
}
