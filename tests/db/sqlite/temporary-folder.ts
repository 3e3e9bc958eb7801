import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type SqliteStoreOptions, openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/ports/store.ts'
import { piiKey } from '#tests/db/contract/setup.ts'

/** Creates a folder for each test and opens stores in it. The stores are closed after the test. */
export function temporaryStores() {
  let folder = ''
  const stores: Store[] = []
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'formlotse-sqlite-'))
  })
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
    rmSync(folder, { recursive: true, force: true })
  })
  const file = () => path.join(folder, 'formlotse.db')
  return {
    file,
    open: async (over: Partial<SqliteStoreOptions> = {}) => {
      const store = await openSqliteStore({ file: file(), piiKey, exclusive: false, ...over })
      stores.push(store)
      return store
    },
  }
}
