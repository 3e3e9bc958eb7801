import type { RunStore } from '#web/features/funnel/run/run-store.ts'

/** Ids of the runs whose service level was replaced in this tab. */
const lowered = new Set<string>()

/**
 * If VIP is not offered, replaces a stored VIP level with the default level. Must be called before the price is shown.
 * Does nothing if the order has been placed.
 */
export function replaceUnofferedLevel(store: RunStore, vip: boolean): void {
  const { answers, order, runId } = store.draft()
  if (vip || order || answers['serviceLevel'] !== 'vip') return
  lowered.add(runId)
  store.enter({ ...answers, serviceLevel: 'premium' })
}

/** Returns whether the service level of the run was replaced. If so, tell the visitor that the price has changed. */
export const wasLevelReplaced = (runId: string) => lowered.has(runId)
