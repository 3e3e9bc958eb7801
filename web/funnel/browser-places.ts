import type { DraftPlaces } from './draft.ts'

/** Where drafts lie in this browser; a browser that forbids storage gets one that lasts as long as the page. */
export const browserPlaces: DraftPlaces = {
  lasting: storageOr(() => localStorage),
  session: storageOr(() => sessionStorage),
}

function storageOr(open: () => Storage): DraftPlaces['lasting'] {
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
