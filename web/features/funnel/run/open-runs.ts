import type { Funnel } from '#domain/forms/define-funnel.ts'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import { onPageHide } from '#web/ui/on-page-hide.ts'
import { browserStorage } from './browser-storage.ts'
import {
  type Draft,
  type StoredRun,
  deleteDraft,
  deleteOldDrafts,
  draftKey,
  readRun,
  writeDraft,
} from './draft.ts'
import type { PageHashes } from './given-consents.ts'
import { RunStore } from './run-store.ts'

// Check the drafts of all funnels, not only of the open one. A draft must be removed after a week even if the visitor
// does not open the funnel of the draft again.
deleteOldDrafts(
  funnelEntries.map(({ type }) => type),
  browserStorage,
  Date.now(),
)

const stores = new Map<string, RunStore>()

/** Returns the store of a funnel's run. If no run is open in this tab, continues the stored run or starts a new one. */
export function runStoreOf(funnel: Funnel, pages: PageHashes): RunStore {
  const open = stores.get(funnel.type)
  if (open) return open
  const store = new RunStore(funnel, { storage: browserStorage, now: Date.now, pages })
  stores.set(funnel.type, store)
  return store
}

/** Replaces the run of a funnel on this device by a draft of another device. */
export function adoptDraft(funnel: Funnel, draft: Draft): void {
  writeDraft(funnel, draft, browserStorage)
  stores.delete(funnel.type)
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
onPageHide(flushAll)

// Another tab may have changed the draft. A tab that is frozen or in the back/forward cache gets no `storage` event.
const checkAll = () => stores.forEach((store) => store.requireCurrent())
window.addEventListener('pageshow', ({ persisted }) => persisted && checkAll())
document.addEventListener('visibilitychange', () => (document.hidden ? flushAll() : checkAll()))
window.addEventListener('storage', ({ key }) =>
  stores.forEach((store, type) => (key === null || key === draftKey(type)) && store.isCurrent()),
)
