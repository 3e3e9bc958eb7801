import type { WireEventType } from '#domain/events/wire-events.ts'
import { type RowChange, openDatabase } from './database.ts'
import type { OutboxRow } from './outbox-row.ts'
import { createPageLock } from './page-lock.ts'
import type { Entry } from './queue.ts'
import { readStashes, writeStash } from './stash.ts'
import { eventPriorities } from '#domain/limits.ts'
import type { WireContext } from '#web/features/tracking/tracked-event.ts'

/**
 * Stores events on the device until the service has confirmed them. With marketing consent, all events are stored.
 * Without it, only `start` and `email` are stored. Never throws. Events are sent without waiting for the outbox.
 */
export interface Outbox {
  save(entries: readonly Entry[]): Promise<void>
  remove(entries: readonly Entry[]): void
  /** Synchronously writes the entries that are not yet in IndexedDB to localStorage. */
  stash(entries: readonly Entry[]): void
  /** Takes over the events of closed pages and passes them to `add`. `add` must queue them and then call `stash`. */
  adopt(add: (entries: Entry[]) => void): Promise<void>
  /**
   * Does nothing if there is consent. Otherwise, removes all events except `start` and `email` from the device, and
   * removes the campaigns, the referrer and the session id from the `start` and `email` events. Changes the events of all tabs.
   */
  reduce(entries: readonly Entry[]): Promise<void>
  /**
   * Removes all events from the device. The given entries are still sent from memory, but never written to the device
   * again.
   */
  clear(entries: readonly Entry[]): void
  /** Allows other tabs to take over the events of this page. Must be called when the page is left. */
  release(): void
  close(): void
}

export function createOutbox(owner: string, hasConsent: () => boolean): Outbox {
  const database = openDatabase()
  const lock = createPageLock(owner)
  /** Ids of the events that are in IndexedDB or being written to it. */
  const stored = new Set<string>()
  let stashed: OutboxRow[] = []
  let adopted = false
  let adopting = 0
  let left = false

  const mayBeStored = (type: WireEventType) => hasConsent() || type === 'start' || type === 'email'
  const mayKeep = (entry: Entry) => !entry.erased && mayBeStored(entry.type)

  function rowOf({ id, type, safe, context }: Entry): OutboxRow {
    const row = { id, owner, type, json: safe, context }
    return hasConsent() ? row : withoutConsent(row)
  }

  async function save(entries: readonly Entry[]) {
    const kept = entries.filter(mayKeep)
    if (!kept.length) return
    for (const entry of kept) stored.add(entry.id)
    // A page that has been left might stay in the back/forward cache and never run again.
    if (!left) void lock.hold()
    const safely = kept.some((entry) => eventPriorities[entry.type] === 'high')
    const saved = await database.put(kept.map(rowOf), safely)
    // Check again, because consent may have been withdrawn during the write.
    for (const entry of kept) entry.saved = (entry.saved || saved) && mayKeep(entry)
  }

  // Firefox does not put a page that holds a lock into the back/forward cache. The page therefore holds the lock only
  // while its events are on the device.
  function releaseUnneeded() {
    if (!stored.size && !stashed.length && !adopting) lock.release()
  }

  function writeRows(rows: OutboxRow[]) {
    if (rows.length || stashed.length) writeStash(owner, rows)
    stashed = rows
  }

  function remove(entries: readonly Entry[]) {
    const ids = new Set(entries.map((entry) => entry.id))
    void database.remove([...ids])
    for (const id of ids) stored.delete(id)
    writeRows(stashed.filter((row) => !ids.has(row.id)))
    releaseUnneeded()
  }

  async function adopt(add: (entries: Entry[]) => void) {
    adopting++
    left = false
    await lock.hold()
    await adoptUnderLock(add)
    adopting--
    releaseUnneeded()
  }

  // A page holds its lock before it takes over events. Query the locks only after reading who owns the events, because
  // another page could take them over in between and would be missing from the result.
  async function adoptUnderLock(add: (entries: Entry[]) => void) {
    const stashes = new Set(readStashes(() => true).keys())
    let living = await lock.living()
    // Without Web Locks, it is unknown which other pages are still open. The events of all other pages are then adopted
    // once, at the start. If another page sends the same event again, the service recognizes its id.
    if (!living && adopted) return
    adopted = true
    const isFree = (name: string) => name !== owner && !living?.has(name)
    // Start with localStorage: reading it is synchronous, whereas opening IndexedDB never completes in some browsers.
    for (const [name, rows] of readStashes((writer) => stashes.has(writer) && isFree(writer))) {
      add(rows.map((row) => entryOf(row, false)))
      writeStash(name, [])
    }
    const owners = await database.owners()
    living = await lock.living()
    const claimed = await database.claim(owner, (row) => owners.has(row.owner) && isFree(row.owner))
    for (const row of claimed) stored.add(row.id)
    if (claimed.length) add(claimed.map((row) => entryOf(row, true)))
  }

  /** Applies `change` to all rows, synchronously in localStorage and asynchronously in IndexedDB. */
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
      for (const entry of entries) {
        entry.saved &&= mayKeep(entry)
        if (!mayKeep(entry)) stored.delete(entry.id)
      }
      await rewrite((row) => (mayBeStored(row.type) ? withoutConsent(row) : undefined))
      releaseUnneeded()
    },
    clear(entries) {
      for (const entry of entries) Object.assign(entry, { saved: false, erased: true })
      stored.clear()
      void rewrite(() => undefined)
      releaseUnneeded()
    },
    release() {
      left = true
      lock.release()
    },
    close() {
      lock.release()
      database.close()
    },
  }
}

/**
 * Removes the campaigns and the referrer from a row and replaces the session id with the run id. None of them must be
 * stored on the device without marketing consent.
 */
function withoutConsent(row: OutboxRow): OutboxRow {
  const event = JSON.parse(row.json) as { runId: string; data: { referrer?: string } }
  delete event.data.referrer
  const { attribution: _, consentPlatforms: _platforms, ...rest } = JSON.parse(row.context) as WireContext
  const own = rest.consent === 'none' ? rest : { ...rest, consent: 'none', sessionId: event.runId }
  return { ...row, json: JSON.stringify(event), context: JSON.stringify(own) }
}

function entryOf({ id, type, json, context }: OutboxRow, saved: boolean): Entry {
  return { id, type, json, safe: json, context, saved }
}
