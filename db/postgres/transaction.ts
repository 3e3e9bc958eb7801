import { DatabaseError, type Pool, type QueryConfig } from 'pg'
import { StoreUnavailable } from '../store.ts'
import type { Queryable } from './connection.ts'
import { toStoreError } from './failure.ts'

export interface Transaction extends Queryable {
  /**
   * Sends a statement whose answer nobody needs: it shares the round trip of what comes next, the commit for example.
   * `onAnswer` is called when it was carried out.
   */
  send(statement: QueryConfig, onAnswer?: () => void): void
}

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ, READ ONLY'

/** One transaction. When its connection breaks while it commits, the `StoreUnavailable` says that it is in doubt. */
export async function transaction<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Result>,
  isolation: Isolation = 'READ COMMITTED',
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  const note = (error: Error) => void (broken = error)
  client.on('error', note)
  const sent: Promise<unknown>[] = []
  const send = (statement: string | QueryConfig, onAnswer?: () => void) => {
    const answer = client.query(statement as QueryConfig)
    // It is asked for at the end; until then a failure must not look unhandled.
    answer.then(onAnswer, () => {})
    sent.push(answer)
  }
  try {
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
  const [committed, ...answers] = await Promise.allSettled([client.query('COMMIT'), ...sent])
  const failed = answers.find((answer) => answer.status === 'rejected')
  // What PostgreSQL itself refused before the commit has ended the transaction, whatever became of the connection.
  if (failed && (failed.reason instanceof DatabaseError || committed.status === 'fulfilled'))
    throw failed.reason
  if (committed.status === 'fulfilled') {
    if (committed.value.command === 'COMMIT') return
    throw new Error('the transaction had failed before its commit')
  }
  if (isRefusal(committed.reason)) throw committed.reason
  const { message } = toStoreError(committed.reason) as Error
  const inDoubt = `${message}; whether the commit was done is not known: repeat it, for what is stored already is told apart`
  throw new StoreUnavailable(inDoubt, { cause: committed.reason })
}

/** A constraint, a conflict or a lack of resources; anything else may have come after the commit was done. */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(23|40|53)/.test(error.code ?? '')
}

/** PostgreSQL refuses every statement behind one that failed; what is to be told is why that one did. */
function isAftermath(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}

async function firstFailure(sent: readonly Promise<unknown>[], otherwise: unknown): Promise<unknown> {
  const answers = await Promise.allSettled(sent)
  return answers.find((answer) => answer.status === 'rejected')?.reason ?? otherwise
}

/** Answers the error when the connection cannot be used again. */
async function rollBack(client: Queryable, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch {
    return cause instanceof Error ? cause : new Error(String(cause))
  }
}
