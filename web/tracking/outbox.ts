import type { WireEventType } from '#domain/events.ts'
import { openDatabase } from './database.ts'
import { createPageLock } from './page-lock.ts'
import type { Entry } from './queue.ts'
import { readStashes, writeStash } from './stash.ts'
import { type WireContext, priorities } from './tracked-event.ts'

/** An event as it lies on the device. */
export interface Row {
  id: string
  /** The page that is to send it. */
  owner: string
  type: WireEventType
  json: string
  context: string
}

/** Keeps events on the device until they are answered. Nothing here throws, and nothing is waited for before sending. */
export interface Outbox {
  save(entries: readonly Entry[]): Promise<void>
  remove(entries: readonly Entry[]): void
  /** Writes at once, to localStorage, what IndexedDB has not confirmed. */
  stash(entries: readonly Entry[]): void
  /** Takes over what pages that are gone have left; `add` must queue and stash them. */
  adopt(add: (entries: Entry[]) => void): Promise<void>
  /** Whether other tabs see this page as living. */
  show(visible: boolean): Promise<void>
  close(): void
}

export function createOutbox(owner: string): Outbox {
  const database = openDatabase()
  const lock = createPageLock(owner)
  let stashed: Row[] = []
  let adopted = false

  function rowOf({ id, type, safe, context }: Entry): Row {
    return { id, owner, type, json: safe, context: safeContext(context) }
  }

  async function save(entries: readonly Entry[]) {
    const safely = entries.some((entry) => priorities[entry.type] === 'high')
    const saved = await database.put(entries.map(rowOf), safely)
    for (const entry of entries) entry.saved ||= saved
  }

  function writeRows(rows: Row[]) {
    if (rows.length || stashed.length) writeStash(owner, rows)
    stashed = rows
  }

  function remove(entries: readonly Entry[]) {
    const ids = new Set(entries.map((entry) => entry.id))
    void database.remove([...ids])
    writeRows(stashed.filter((row) => !ids.has(row.id)))
  }

  async function adopt(add: (entries: Entry[]) => void) {
    const living = await lock.living()
    // Without locks nobody can tell; once, at the start, is enough, and ids make it harmless.
    if (!living && adopted) return
    adopted = true
    const isFree = (name: string) => name !== owner && !living?.has(name)
    // First what needs no waiting: in some browsers IndexedDB never opens.
    for (const [name, rows] of readStashes(isFree)) {
      add(rows.map((row) => entryOf(row, false)))
      writeStash(name, [])
    }
    const claimed = await database.claim(owner, (row) => isFree(row.owner))
    if (claimed.length) add(claimed.map((row) => entryOf(row, true)))
  }

  return {
    save,
    remove,
    stash: (entries) => writeRows(entries.filter((entry) => !entry.saved).map(rowOf)),
    adopt,
    async show(visible) {
      if (visible) await lock.hold()
      else lock.release()
    },
    close() {
      lock.release()
      database.close()
    },
  }
}

/** Without marketing consent nothing about campaigns lies on the device (DESIGN 10.16): it travels from memory only. */
function safeContext(context: string): string {
  const { attribution: _, ...rest } = JSON.parse(context) as WireContext
  return rest.consent === 'marketing' ? context : JSON.stringify(rest)
}

function entryOf({ id, type, json, context }: Row, saved: boolean): Entry {
  return { id, type, json, safe: json, context, saved }
}
