import type { OutboxRow } from './outbox-row.ts'

const prefix = 'formlotse-tracker:'

/** Writes the unsent rows of a page to localStorage. Used in `pagehide`, where a write to IndexedDB would be lost. */
export function writeStash(owner: string, rows: readonly OutboxRow[]): void {
  try {
    if (rows.length) localStorage.setItem(prefix + owner, JSON.stringify(rows))
    else localStorage.removeItem(prefix + owner)
  } catch {
    // Storage is blocked or full. The events are still sent from memory.
  }
}

/**
 * Returns the rows in localStorage by owner, which is the page that wrote them. Skips owners for which `isFree` returns
 * false.
 */
export function readStashes(isFree: (owner: string) => boolean): Map<string, OutboxRow[]> {
  const stashes = new Map<string, OutboxRow[]>()
  try {
    for (const key of Object.keys(localStorage)) {
      const owner = key.slice(prefix.length)
      if (key.startsWith(prefix) && isFree(owner)) stashes.set(owner, parseRows(localStorage.getItem(key)))
    }
  } catch {
    // Storage is blocked, so there is nothing to read.
  }
  return stashes
}

function parseRows(text: string | null): OutboxRow[] {
  try {
    const rows = JSON.parse(text ?? '') as OutboxRow[]
    return Array.isArray(rows) ? rows.filter((row) => [row?.id, row?.json, row?.context].every(isText)) : []
  } catch {
    return []
  }
}

const isText = (value: unknown) => typeof value === 'string'
