import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { storeContract } from './store-contract.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-contract-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

storeContract('SQLite', ({ database, piiKey }) =>
  openSqliteStore({ file: path.join(folder, `${database}.db`), piiKey, exclusive: false }),
)
