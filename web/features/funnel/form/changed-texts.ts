import { useSyncExternalStore } from 'react'

/** The current version of a text that has changed since this page was loaded. */
export interface ChangedText {
  /** Name of the checkbox or of the legal page. */
  name: string
  sha256: string
  content: string
}

let changed: ReadonlyMap<string, ChangedText> = new Map()
const listeners = new Set<() => void>()

/** Returns the changed texts by name. */
export function changedTexts(): ReadonlyMap<string, ChangedText> {
  return changed
}

/** Shows these versions instead of those with which the page was loaded. */
export function changeTexts(texts: readonly ChangedText[]): void {
  changed = new Map([...changed, ...texts.map((text) => [text.name, text] as const)])
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useChangedTexts(): ReadonlyMap<string, ChangedText> {
  return useSyncExternalStore(subscribe, changedTexts, changedTexts)
}
