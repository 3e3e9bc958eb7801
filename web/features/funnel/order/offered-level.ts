import type { RunStore } from '#web/features/funnel/run/run-store.ts'

/** Ids of this tab's runs whose service level was replaced because it is no longer offered. */
const lowered = new Set<string>()

/**
 * Replaces a stored VIP level by the default if VIP is not offered, before its price is shown. Never changes a placed
 * order.
 */
export function replaceUnofferedLevel(store: RunStore, vip: boolean): void {
  const { answers, order, runId } = store.draft()
  if (vip || order || answers['serviceLevel'] !== 'vip') return
  lowered.add(runId)
  store.enter({ ...answers, serviceLevel: 'premium' })
}

/** Returns whether the visitor must be notified of the changed price. */
export const wasLevelReplaced = (runId: string) => lowered.has(runId)
