import type { OutboxRow } from './outbox-row.ts'

const prefix = 'formlotse-tracker:'

/** Writes the unsent rows of a page to localStorage, because an IndexedDB write that starts in `pagehide` is lost. */
export function writeStash(owner: string, rows: readonly OutboxRow[]): void {
  try {
    if (rows.length) localStorage.setItem(prefix + owner, JSON.stringify(rows))
    else localStorage.removeItem(prefix + owner)
  } catch {
    // Storage is blocked or full; the events are still sent from memory.
  }
}

/** Returns the rows in localStorage by page, for the pages for which `isFree` returns true. */
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
