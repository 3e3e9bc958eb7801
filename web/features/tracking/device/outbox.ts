import type { WireEventType } from '#domain/events/wire-events.ts'
import { type RowChange, openDatabase } from './database.ts'
import type { OutboxRow } from './outbox-row.ts'
import { createPageLock } from './page-lock.ts'
import type { Entry } from './queue.ts'
import { readStashes, writeStash } from './stash.ts'
import { eventPriorities } from '#domain/limits.ts'
import type { WireContext } from '#web/features/tracking/tracked-event.ts'

/**
 * Stores events on the device until the service confirms them: all events with marketing consent, otherwise only
 * `start` and `email`. Never throws, and sending never waits for it.
 */
export interface Outbox {
  save(entries: readonly Entry[]): Promise<void>
  remove(entries: readonly Entry[]): void
  /** Writes the entries not yet saved in IndexedDB synchronously to localStorage. */
  stash(entries: readonly Entry[]): void
  /** Takes over the events of closed pages; `add` must queue and stash them. */
  adopt(add: (entries: Entry[]) => void): Promise<void>
  /** Removes the events of all tabs that must not be stored without consent. */
  reduce(entries: readonly Entry[]): Promise<void>
  /** Removes everything from the device. The entries are still sent from memory. */
  clear(entries: readonly Entry[]): void
  /** Sets whether other tabs see this page as alive. */
  show(visible: boolean): Promise<void>
  close(): void
}

export function createOutbox(owner: string, hasConsent: () => boolean): Outbox {
  const database = openDatabase()
  const lock = createPageLock(owner)
  let stashed: OutboxRow[] = []
  let adopted = false

  const mayBeStored = (type: WireEventType) => hasConsent() || type === 'start' || type === 'email'
  const mayKeep = (entry: Entry) => !entry.erased && mayBeStored(entry.type)

  function rowOf({ id, type, safe, context }: Entry): OutboxRow {
    return { id, owner, type, json: safe, context: hasConsent() ? context : withoutConsent(context, safe) }
  }

  async function save(entries: readonly Entry[]) {
    const kept = entries.filter(mayKeep)
    if (!kept.length) return
    const safely = kept.some((entry) => eventPriorities[entry.type] === 'high')
    const saved = await database.put(kept.map(rowOf), safely)
    // Consent may have been withdrawn during the write.
    for (const entry of kept) entry.saved = (entry.saved || saved) && mayKeep(entry)
  }

  function writeRows(rows: OutboxRow[]) {
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
    // Without Web Locks, living pages are unknown: adopt once at the start. Duplicates are harmless, as events have
    // ids.
    if (!living && adopted) return
    adopted = true
    const isFree = (name: string) => name !== owner && !living?.has(name)
    // localStorage first, because it is synchronous and IndexedDB never opens in some browsers.
    for (const [name, rows] of readStashes(isFree)) {
      add(rows.map((row) => entryOf(row, false)))
      writeStash(name, [])
    }
    const claimed = await database.claim(owner, (row) => isFree(row.owner))
    if (claimed.length) add(claimed.map((row) => entryOf(row, true)))
  }

  /** Changes the rows in localStorage synchronously and those in IndexedDB as soon as possible. */
  function rewrite(change: RowChange): Promise<unknown> {
    for (const [name, rows] of readStashes(() => true))
      writeStash(
        name,
        rows.flatMap((row) => change(row) ?? []),
      )
    stashed = stashed.flatMap((row) => change(row) ?? [])
    return database.rewrite(change)
  }

  return {
    save,
    remove,
    stash: (entries) => writeRows(entries.filter((entry) => !entry.saved && mayKeep(entry)).map(rowOf)),
    adopt,
    async reduce(entries) {
      if (hasConsent()) return
      for (const entry of entries) entry.saved &&= mayKeep(entry)
      await rewrite((row) =>
        mayBeStored(row.type) ? { ...row, context: withoutConsent(row.context, row.json) } : undefined,
      )
    },
    clear(entries) {
      for (const entry of entries) Object.assign(entry, { saved: false, erased: true })
      void rewrite(() => undefined)
    },
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

/**
 * Removes campaigns from a context and replaces the session id by the run id, because without marketing consent neither
 * may be stored on the device.
 */
function withoutConsent(context: string, json: string): string {
  const { attribution: _, ...rest } = JSON.parse(context) as WireContext
  if (rest.consent === 'none') return JSON.stringify(rest)
  const { runId } = JSON.parse(json) as { runId: string }
  return JSON.stringify({ ...rest, consent: 'none', sessionId: runId })
}

function entryOf({ id, type, json, context }: OutboxRow, saved: boolean): Entry {
  return { id, type, json, safe: json, context, saved }
}
