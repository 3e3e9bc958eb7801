import type { Row } from './outbox.ts'

const name = 'formlotse-tracker'
const table = 'events'

/** The outbox in IndexedDB, which survives a killed browser. Every method settles, also where storage is blocked. */
export interface Database {
  /** True once the rows are written; `safely` also waits for the disk, so that they survive a power cut. */
  put(rows: readonly Row[], safely: boolean): Promise<boolean>
  remove(ids: readonly string[]): Promise<boolean>
  /** Gives rows a new owner and returns them, in one transaction, so that no two pages take the same row. */
  claim(owner: string, isFree: (row: Row) => boolean): Promise<Row[]>
  close(): void
}

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
        // The browser closed the connection, or is about to leave the page.
        resolve(false)
      }
    })
  }

  return {
    put: (rows, safely) =>
      run((store) => rows.forEach((row) => store.put(row)), safely ? { durability: 'strict' } : {}),
    remove: (ids) => run((store) => ids.forEach((id) => store.delete(id))),
    async claim(owner, isFree) {
      let claimed: Row[] = []
      const done = await run((store) => {
        const request = store.getAll() as IDBRequest<Row[]>
        request.addEventListener('success', () => {
          claimed = request.result.filter(isFree)
          for (const row of claimed) store.put({ ...row, owner })
        })
      })
      return done ? claimed : []
    },
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
      // Blocked storage throws on the mere mention of it.
      resolve(undefined)
    }
  })
}
