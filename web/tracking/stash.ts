import type { Row } from './outbox.ts'

const prefix = 'formlotse-tracker:'

/** Writes what a page leaves in haste to localStorage: a write to IndexedDB begun in `pagehide` is lost. */
export function writeStash(owner: string, rows: readonly Row[]): void {
  try {
    if (rows.length) localStorage.setItem(prefix + owner, JSON.stringify(rows))
    else localStorage.removeItem(prefix + owner)
  } catch {
    // Blocked or full: what is in memory is sent all the same.
  }
}

/** Rows left by pages that are gone, by page. */
export function readStashes(isFree: (owner: string) => boolean): Map<string, Row[]> {
  const stashes = new Map<string, Row[]>()
  try {
    for (const key of Object.keys(localStorage)) {
      const owner = key.slice(prefix.length)
      if (key.startsWith(prefix) && isFree(owner)) stashes.set(owner, parseRows(localStorage.getItem(key)))
    }
  } catch {
    // Blocked: nothing was left.
  }
  return stashes
}

function parseRows(text: string | null): Row[] {
  try {
    const rows = JSON.parse(text ?? '') as Row[]
    return Array.isArray(rows) ? rows.filter((row) => [row.id, row.json, row.context].every(isText)) : []
  } catch {
    return []
  }
}

const isText = (value: unknown) => typeof value === 'string'
