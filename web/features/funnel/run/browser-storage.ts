import type { DraftStorage } from './draft.ts'

/** Browser storages for drafts. If the browser blocks them, drafts are kept in memory until the page is unloaded. */
export const browserStorage: DraftStorage = {
  lasting: storageOr(() => localStorage),
  session: storageOr(() => sessionStorage),
}

function storageOr(open: () => Storage): DraftStorage['lasting'] {
  try {
    const storage = open()
    storage.setItem('formlotse-probe', '1')
    storage.removeItem('formlotse-probe')
    return storage
  } catch {
    const memory = new Map<string, string>()
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    }
  }
}
