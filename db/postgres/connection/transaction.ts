import { DatabaseError, type Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { Queryable } from './connection.ts'
import { toStoreError } from './failure.ts'

export interface Transaction extends Queryable {
  /**
   * Sends a statement without waiting for its result, so that it shares a round trip with the next statement, for
   * example the commit. `onDone` is called with its result when the statement has been executed.
   */
  send<Row extends QueryResultRow>(statement: QueryConfig, onDone?: (result: QueryResult<Row>) => void): void
}

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ, READ ONLY'

/**
 * Like `transaction`, but first runs `prepare` on the same connection and outside of the transaction, so that what it
 * reads is not kept locked. `work` receives its result.
 */
export function transactionAfter<Prepared, Result>(
  pool: Pool,
  prepare: (db: Queryable) => Promise<Prepared>,
  work: (tx: Transaction, prepared: Prepared) => Promise<Result>,
): Promise<Result> {
  return onConnection(pool, async (client) => {
    const prepared = await prepare(client)
    return { isolation: 'READ COMMITTED', work: (tx) => work(tx, prepared) }
  })
}

/**
 * Runs `work` in one transaction. If the connection breaks during the commit, throws `StoreUnavailable` with a message
 * that says that the outcome is unknown.
 */
export function transaction<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Result>,
  isolation: Isolation = 'READ COMMITTED',
): Promise<Result> {
  return onConnection(pool, async () => ({ isolation, work }))
}

interface Work<Result> {
  isolation: Isolation
  work: (tx: Transaction) => Promise<Result>
}

async function onConnection<Result>(
  pool: Pool,
  begin: (db: Queryable) => Promise<Work<Result>>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  const note = (error: Error) => void (broken = error)
  client.on('error', note)
  const sent: Promise<unknown>[] = []
  const send = <Row extends QueryResultRow>(
    statement: string | QueryConfig,
    onDone?: (result: QueryResult<Row>) => void,
  ) => {
    const result = client.query<Row>(statement as QueryConfig)
    // `commit` awaits the result; until then a rejection must not count as unhandled.
    result.then(onDone, () => {})
    sent.push(result)
  }
  try {
    const { isolation, work } = await begin(client)
    send(`BEGIN ISOLATION LEVEL ${isolation}`)
    const result = await work({ query: client.query.bind(client), send })
    await commit(client, sent)
    return result
  } catch (error) {
    broken ??= await rollBack(client, error)
    throw isAftermath(error) ? await firstFailure(sent, error) : error
  } finally {
    client.off('error', note)
    client.release(broken)
  }
}

async function commit(client: Queryable, sent: readonly Promise<unknown>[]): Promise<void> {
  const [committed, ...results] = await Promise.allSettled([client.query('COMMIT'), ...sent])
  const failed = results.find((result) => result.status === 'rejected')
  // If PostgreSQL rejected a statement, the transaction has failed for certain, even if the connection broke
  // afterwards.
  if (failed && (failed.reason instanceof DatabaseError || committed.status === 'fulfilled'))
    throw failed.reason
  if (committed.status === 'fulfilled') {
    if (committed.value.command === 'COMMIT') return
    throw new Error('the transaction had failed before its commit')
  }
  if (isRefusal(committed.reason)) throw committed.reason
  const { message } = toStoreError(committed.reason) as Error
  const inDoubt = `${message}; whether it was committed is unknown: repeat it, repeats are recognised`
  throw new StoreUnavailable(inDoubt, { cause: committed.reason })
}

/**
 * Returns whether PostgreSQL refused the commit (constraint, conflict, resources). After any other error the
 * transaction may have been committed.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(23|40|53)/.test(error.code ?? '')
}

/**
 * Returns whether an error has the code 25P02. After a failed statement, PostgreSQL rejects every further statement of
 * the transaction with this code. The first failure is reported instead.
 */
function isAftermath(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}

async function firstFailure(sent: readonly Promise<unknown>[], otherwise: unknown): Promise<unknown> {
  const results = await Promise.allSettled(sent)
  return results.find((result) => result.status === 'rejected')?.reason ?? otherwise
}

/**
 * Rolls back the transaction. If the rollback fails, the connection cannot be used again. The function then returns
 * `cause` as an error, so that the pool closes the connection.
 */
async function rollBack(client: Queryable, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch {
    return cause instanceof Error ? cause : new Error(String(cause))
  }
}
