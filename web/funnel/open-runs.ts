import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import { browserPlaces } from './browser-places.ts'
import { type KeptRun, deleteDraft, forgetOldDrafts, readRun } from './draft.ts'
import { type RunStore, createRunStore } from './run-store.ts'

// Also those of funnels that are not opened again: what was entered leaves the device after a week.
forgetOldDrafts(
  funnelEntries.map(({ type }) => type),
  browserPlaces,
  Date.now(),
)

const stores = new Map<string, RunStore>()

/** The run of a funnel in this tab: the one that is open, else the kept one, else a new one. */
export function runStoreOf(funnel: Funnel): RunStore {
  const open = stores.get(funnel.type)
  if (open) return open
  const store = createRunStore(funnel, browserPlaces, Date.now)
  stores.set(funnel.type, store)
  return store
}

/** The run of a funnel if there is one; never begins a new one. */
export function keptRunOf(funnelType: string): KeptRun | undefined {
  return stores.get(funnelType)?.draft() ?? readRun(funnelType, browserPlaces, Date.now())
}

/** Forgets a run that has come to its end, here and on the device. */
export function endRunOf(funnelType: string): void {
  stores.delete(funnelType)
  deleteDraft(funnelType, browserPlaces)
}

// A tab that is closed or thrown away within the quiet time loses nothing.
const flushAll = () => stores.forEach((store) => store.flush())
window.addEventListener('pagehide', flushAll)
document.addEventListener('visibilitychange', () => document.hidden && flushAll())
