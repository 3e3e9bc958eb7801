import type { Funnel } from '#domain/forms/define-funnel.ts'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import { browserPlaces } from './browser-places.ts'
import { type KeptRun, deleteDraft, forgetOldDrafts, readRun } from './draft.ts'
import { type RunStore, createRunStore } from './run-store.ts'

// Covers funnels that are not opened again: entered data must be removed from the device after a week.
forgetOldDrafts(
  funnelEntries.map(({ type }) => type),
  browserPlaces,
  Date.now(),
)

const stores = new Map<string, RunStore>()

/** Returns the run of a funnel in this tab: the open one, or else the stored one, or else a new one. */
export function runStoreOf(funnel: Funnel): RunStore {
  const open = stores.get(funnel.type)
  if (open) return open
  const store = createRunStore(funnel, browserPlaces, Date.now)
  stores.set(funnel.type, store)
  return store
}

/** Returns the open or stored run of a funnel without starting a new one. */
export function keptRunOf(funnelType: string): KeptRun | undefined {
  return stores.get(funnelType)?.draft() ?? readRun(funnelType, browserPlaces, Date.now())
}

/** Removes a finished run from memory and from the device. */
export function endRunOf(funnelType: string): void {
  stores.delete(funnelType)
  deleteDraft(funnelType, browserPlaces)
}

// Write before the tab is closed or discarded; the delayed write would be lost.
const flushAll = () => stores.forEach((store) => store.flush())
window.addEventListener('pagehide', flushAll)
document.addEventListener('visibilitychange', () => document.hidden && flushAll())
