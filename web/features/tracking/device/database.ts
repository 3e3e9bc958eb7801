import type { OutboxRow } from './outbox-row.ts'

const name = 'formlotse-tracker'
const table = 'events'

/**
 * Storage of the outbox in IndexedDB. Its content survives a browser crash. No promise rejects, even if the browser
 * blocks IndexedDB.
 */
export interface Database {
  /**
   * Writes rows and resolves to true when they have been written. If `safely` is true, the rows are also flushed to
   * disk, so that they survive a power failure.
   */
  put(rows: readonly OutboxRow[], safely: boolean): Promise<boolean>
  remove(ids: readonly string[]): Promise<boolean>
  /** Returns the owners of the rows. */
  owners(): Promise<Set<string>>
  /**
   * Makes `owner` the new owner of every row for which `isFree` returns true. Returns these rows. Uses a single
   * transaction, so that two pages cannot claim the same row.
   */
  claim(owner: string, isFree: (row: OutboxRow) => boolean): Promise<OutboxRow[]>
  /** Replaces each row with the result of `change`, or removes it if the result is undefined. */
  rewrite(change: RowChange): Promise<boolean>
  close(): void
}

export type RowChange = (row: OutboxRow) => OutboxRow | undefined

export function openDatabase(): Database {
  const opened = open()

  async function run(
    work: (store: IDBObjectStore) => void,
    options: IDBTransactionOptions = {},
  ): Promise<boolean> {
    const database = await opened
    if (!database) return false
    return new Promise((resolve) => {
      try {
        const transaction = database.transaction(table, 'readwrite', options)
        transaction.addEventListener('complete', () => resolve(true))
        transaction.addEventListener('abort', () => resolve(false))
        work(transaction.objectStore(table))
      } catch {
        // IndexedDB throws if the browser has closed the connection or the page is being unloaded.
        resolve(false)
      }
    })
  }

  /** Reads all rows and passes them to `use`, within the same transaction. */
  function runWithRows(use: (rows: OutboxRow[], store: IDBObjectStore) => void): Promise<boolean> {
    return run((store) => {
      const request = store.getAll() as IDBRequest<OutboxRow[]>
      request.addEventListener('success', () => use(request.result, store))
    })
  }

  return {
    put: (rows, safely) =>
      run((store) => rows.forEach((row) => store.put(row)), safely ? { durability: 'strict' } : {}),
    remove: (ids) => run((store) => ids.forEach((id) => store.delete(id))),
    async owners() {
      const owners = new Set<string>()
      await runWithRows((rows) => rows.forEach((row) => owners.add(row.owner)))
      return owners
    },
    async claim(owner, isFree) {
      let claimed: OutboxRow[] = []
      const done = await runWithRows((rows, store) => {
        claimed = rows.filter(isFree)
        for (const row of claimed) store.put({ ...row, owner })
      })
      return done ? claimed : []
    },
    rewrite: (change) =>
      runWithRows((rows, store) => {
        for (const row of rows) {
          const changed = change(row)
          if (!changed) store.delete(row.id)
          else if (changed !== row) store.put(changed)
        }
      }),
    close: () => void opened.then((database) => database?.close()),
  }
}

function open(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(name, 1)
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore(table, { keyPath: 'id' }),
      )
      request.addEventListener('error', () => resolve(undefined))
      request.addEventListener('success', () => {
        const database = request.result
        database.addEventListener('versionchange', () => database.close())
        resolve(database)
      })
    } catch {
      // Accessing IndexedDB throws if the browser blocks storage.
      resolve(undefined)
    }
  })
}
