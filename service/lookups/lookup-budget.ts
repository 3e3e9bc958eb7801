import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import type { RequestProvider } from './request-provider.ts'

/**
 * Returns a function that takes one lookup from the daily budget of all clients and processes. It returns false if the
 * budget is exhausted.
 */
export function addressBudget(replicas: Pick<Replicas, 'count'>, perDay: number): () => Promise<boolean> {
  return async () => (await replicas.count('everybody', { name: 'address-budget', perDay })) === undefined
}

const reportEveryMs = 3600_000

/**
 * Wraps requests to a paid provider so that they fail when the budget is exhausted. Cached results do not count towards
 * the budget.
 */
export function withinBudget(
  request: RequestProvider,
  take: (() => Promise<boolean>) | undefined,
  { log, now }: { log: Logger; now: () => number },
): RequestProvider {
  if (!take) return request
  let reportAgainAt = 0
  return async (...args) => {
    if (await take()) return request(...args)
    if (now() >= reportAgainAt) {
      reportAgainAt = now() + reportEveryMs
      log.warn(
        'the budget of address lookups (ADDRESS_BUDGET) is exhausted; visitors have to type addresses themselves',
      )
    }
    return { kind: 'failed', error: 'budget used up' }
  }
}
