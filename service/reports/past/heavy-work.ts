import { Problem } from '#service/http/errors.ts'
import { createQueue } from './create-queue.ts'

/** Runs work that takes seconds of CPU; see `createHeavyWork`. */
export type HeavyWork = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Maximum number of different computations that run or wait. */
const maxPending = 6
const retryAfterSeconds = 15

/**
 * Returns a function that does one computation at a time, so that many requests slow down others no more than one does.
 * Requests with the key of a computation that runs or waits share its result. Throws a 503 problem if too many different
 * ones are waiting.
 */
export function createHeavyWork(): HeavyWork {
  const enqueue = createQueue()
  const pending = new Map<string, Promise<unknown>>()
  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    // The key says which computation it is, so the result has the type of its work.
    const known = pending.get(key) as Promise<Result> | undefined
    if (known) return known
    if (pending.size >= maxPending) return Promise.reject(busy())
    const result = enqueue(work).finally(() => pending.delete(key))
    pending.set(key, result)
    return result
  }
}

function busy(): Problem {
  return new Problem({
    status: 503,
    type: 'reports-busy',
    title: 'Too many long computations',
    detail: 'Other reports that take long are being computed.',
    retryAfter: retryAfterSeconds,
  })
}
