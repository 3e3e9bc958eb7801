import type { Funnel } from '#domain/forms/define-funnel.ts'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import { browserStorage } from './browser-storage.ts'
import { type StoredRun, deleteDraft, deleteOldDrafts, readRun } from './draft.ts'
import { type RunStore, createRunStore } from './run-store.ts'

// Check the drafts of all funnels, not only of the open one. A draft must be removed after a week even if the visitor
// does not open the funnel of the draft again.
deleteOldDrafts(
  funnelEntries.map(({ type }) => type),
  browserStorage,
  Date.now(),
)

const stores = new Map<string, RunStore>()

/** Returns the store of a funnel's run. If no run is open in this tab, continues the stored run or starts a new one. */
export function runStoreOf(funnel: Funnel): RunStore {
  const open = stores.get(funnel.type)
  if (open) return open
  const store = createRunStore(funnel, browserStorage, Date.now)
  stores.set(funnel.type, store)
  return store
}

/** Returns the open or stored run of a funnel without starting a new one. */
export function storedRunOf(funnelType: string): StoredRun | undefined {
  return stores.get(funnelType)?.draft() ?? readRun(funnelType, browserStorage, Date.now())
}

/** Removes a finished run from memory and from the device. */
export function endRunOf(funnelType: string): void {
  stores.delete(funnelType)
  deleteDraft(funnelType, browserStorage)
}

// Write pending changes when the tab is hidden or closed. Otherwise, they could be lost before the delayed write.
const flushAll = () => stores.forEach((store) => store.flush())
window.addEventListener('pagehide', flushAll)
document.addEventListener('visibilitychange', () => document.hidden && flushAll())
