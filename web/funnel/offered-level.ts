import type { RunStore } from './run-store.ts'

/** Runs of this tab that were begun with a service level that is not offered any more. */
const lowered = new Set<string>()

/** Takes a kept VIP level back where the house offers none, before its price is shown; an order stays as it was placed. */
export function keepToOffer(store: RunStore, vip: boolean): void {
  const { answers, order, runId } = store.draft()
  if (vip || order || answers['serviceLevel'] !== 'vip') return
  lowered.add(runId)
  store.enter({ ...answers, serviceLevel: 'premium' })
}

/** Whether the visitor has to be told that he pays another price than before. */
export const wasLowered = (runId: string) => lowered.has(runId)
