import { readdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { StoreRefused } from '#db/ports/store.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { otherProcesses } from './other-process.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { file, open } = temporaryStores()
const processes = otherProcesses()

function change(statement: string) {
  const sqlite = new Database(file())
  sqlite.exec(statement)
  sqlite.close()
}

const known = readdirSync('migrations/sqlite').filter((name) => name.endsWith('.sql')).length

test('several processes can open a new database at once', async () => {
  const others = Array.from({ length: 3 }, () => processes.start(file(), 'shared'))
  const stores = await Promise.all([open(), open(), open()])
  expect((await Promise.all(others)).map(({ output }) => output)).toEqual(['open', 'open', 'open'])
  expect((await appendTo(stores[0], [newEvent()]))[0]?.position).toBe(1)
  const sqlite = new Database(file(), { readonly: true })
  expect(sqlite.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()).toBe(known)
  sqlite.close()
})

test('reopening migrates nothing and keeps all data', async () => {
  const store = await open()
  await appendTo(store, [newEvent()])
  await store.close()
  expect(await (await open()).log.head()).toBe(1)
})

test('a database of a newer version is refused', async () => {
  await (await open()).close()
  change("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('of the future', 9999999999999)")
  const refusal = await open().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StoreRefused)
  expect(String(refusal)).toMatch(
    new RegExp(`migrated ${known + 1} times.*has ${known} migrations: start a newer version`),
  )
})

test('a database that was migrated by other files is refused', async () => {
  await (await open()).close()
  change("UPDATE __drizzle_migrations SET hash = 'edited' WHERE id = 2")
  await expect(open()).rejects.toThrow(/migration 2 .* is not the one in .*must not be edited/)
})
