import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import type { AskProvider } from './ask-provider.ts'

/**
 * Returns a function that takes one lookup from the daily budget of all clients and processes, and returns
 * false if the budget is exhausted.
 */
export function addressBudget(replicas: Pick<Replicas, 'count'>, perDay: number): () => Promise<boolean> {
  return async () => (await replicas.count('everybody', { name: 'address-budget', perDay })) === undefined
}

const reportEveryMs = 3600_000

/** Requests a paid provider only while there is budget left. Cached results cost nothing. */
export function withinBudget(
  ask: AskProvider,
  take: (() => Promise<boolean>) | undefined,
  { log, now }: { log: Logger; now: () => number },
): AskProvider {
  if (!take) return ask
  let reportAgainAt = 0
  return async (...question) => {
    if (await take()) return ask(...question)
    if (now() >= reportAgainAt) {
      reportAgainAt = now() + reportEveryMs
      log.warn(
        'the budget of address lookups (ADDRESS_BUDGET) is exhausted; visitors have to type addresses themselves',
      )
    }
    return { kind: 'failed', error: 'budget used up' }
  }
}
