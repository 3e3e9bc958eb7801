import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { eventually } from '#tests/eventually.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { piiKey } from '#tests/db/contract/setup.ts'
import { fillStore } from '#tests/service/moving/filled-store.ts'
import { runCommand, startCommand } from './run-command.ts'

const databases = postgresDatabases()
const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-db-copy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const key = Buffer.from(piiKey).toString('base64')

async function filledFile(): Promise<string> {
  const file = path.join(folder, randomUUID(), 'formlotse.db')
  mkdirSync(path.dirname(file))
  const store = await openSqliteStore({ file, piiKey, exclusive: true })
  await fillStore(store)
  await store.close()
  return file
}

const hashes = (output: string) =>
  [...output.matchAll(/^ {2}(\w+): .*SHA-256 (\w+)/gm)].map((one) => one.slice(1))

test(
  'a file is copied to PostgreSQL with the key beside it, and back again',
  { timeout: 60_000 },
  async () => {
    const [file, url] = [await filledFile(), await databases.url()]
    writeFileSync(path.join(path.dirname(file), 'pii.key'), `${key}\n`)
    const there = await runCommand('db-copy', ['--from', `file:${file}`, '--to', url], {})
    expect(there.output).toMatch(/^ {2}events: 31 rows, SHA-256 [0-9a-f]{16}…, read back$/m)
    expect(there.output).toMatch(/46 reports are the same on both sides/)
    expect(there.output).toContain('All of it is there.')
    // The address has a password.
    expect(there.output).not.toContain(`:${new URL(url).password}@`)
    expect(there.code).toBe(0)

    const copy = path.join(path.dirname(file), 'copy.db')
    const back = await runCommand('db-copy', ['--from', url, '--to', `file:${copy}`], { PII_KEY: key })
    expect(back.code).toBe(0)
    expect(hashes(back.output)).toEqual(hashes(there.output))
    expect(back.output).toContain(`DATABASE_URL=file:${copy}, the same secrets,`)

    const again = await runCommand('db-copy', ['--from', `file:${file}`, '--to', url], {})
    expect(again).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty, its table events has rows'),
    })
  },
)

test('a store that is in use stays as it is, and so does the target', { timeout: 60_000 }, async () => {
  const [file, url] = [await filledFile(), await databases.url()]
  const service = await openSqliteStore({ file, piiKey, exclusive: true })
  const { code, output } = await runCommand('db-copy', ['--from', `file:${file}`, '--to', url], {
    PII_KEY: key,
  })
  expect([code, output]).toEqual([1, expect.stringContaining('is in use by another service')])
  await service.close()
  const target = await openPostgresStore({ url, piiKey, supervise: false })
  expect(await target.log.head()).toBe(0)
  await target.close()
})

test(
  'a database without events is taken for the wrong one, and no copy is begun',
  { timeout: 60_000 },
  async () => {
    const empty = path.join(folder, 'empty.db')
    await (await openSqliteStore({ file: empty, piiKey, exclusive: true })).close()
    const copy = path.join(folder, 'copy-of-empty.db')
    const refused = await runCommand('db-copy', ['--from', `file:${empty}`, '--to', `file:${copy}`], {
      PII_KEY: key,
    })
    expect(refused.code).toBe(1)
    expect(refused.output).toContain(`${empty} has no events: is it the right one?`)
    expect(refused.output).not.toContain('is not whole')
    expect(existsSync(copy)).toBe(false)
  },
)

test('a copy that is broken off says that what is there is not whole', { timeout: 60_000 }, async () => {
  const [file, url] = [await filledFile(), await databases.url()]
  await (await openPostgresStore({ url, piiKey, supervise: false })).close()
  // Whose connections do not count as those of a service.
  const psql = new Client({ connectionString: url, application_name: 'psql' })
  await psql.connect()
  await psql.query('BEGIN; LOCK TABLE personal_data IN SHARE MODE')
  const command = startCommand('db-copy', ['--from', `file:${file}`, '--to', url], { PII_KEY: key })
  await eventually(() => expect(command.output()).toContain('events: 31 rows'), 50_000)
  command.stop()
  expect(await command.ended).toBe(143)
  await psql.end()
  expect(command.output()).toMatch(/^What is in PostgreSQL at .+ is not whole\. Remove it before you try/m)
  expect(command.output()).not.toContain('All of it is there.')
})

test('a copy that fails on its way says so too', { timeout: 60_000 }, async () => {
  const [file, other] = [await filledFile(), Buffer.alloc(32, 3).toString('base64')]
  const damaged = new Database(file)
  damaged.exec("UPDATE personal_data SET ciphertext = x'00'")
  damaged.close()
  const copy = path.join(path.dirname(file), 'copy.db')
  const args = ['--from', `file:${file}`, '--to', `file:${copy}`]
  const { code, output } = await runCommand('db-copy', args, { PII_KEY: key, NEW_PII_KEY: other })
  expect([code, output]).toEqual([1, expect.stringContaining(`What is in ${copy} is not whole.`)])
})

test('a copy that gets another key says which one opens it', { timeout: 60_000 }, async () => {
  const [file, other] = [await filledFile(), Buffer.alloc(32, 3).toString('base64')]
  const copy = path.join(path.dirname(file), 'copy.db')
  const args = ['--from', `file:${file}`, '--to', `file:${copy}`]
  const { code, output } = await runCommand('db-copy', args, { PII_KEY: key, NEW_PII_KEY: other })
  expect([code, output]).toEqual([0, expect.stringContaining('NEW_PII_KEY as its PII_KEY')])
})

test.each([
  [
    ['--from', `file:${import.meta.filename}`, '--to', `file:${import.meta.filename}`],
    {},
    2,
    '--from and --to are the same database.',
  ],
  [
    ['--from', `file:${import.meta.filename}`, '--to', 'file:/nowhere/x.db'],
    {},
    1,
    'There is no folder /nowhere for the copy.',
  ],
  [[], {}, 2, '--from is missing.'],
  [['--from', 'mysql://x', '--to', 'file:x'], {}, 2, '--from is wrong: allowed: file:<path> or postgres://'],
  [['--from', 'file:/nowhere/x.db', '--to', 'file:x'], {}, 1, 'There is no database at /nowhere/x.db.'],
  [
    ['--from', `file:${import.meta.filename}`, '--to', 'file:x'],
    {},
    1,
    'PII_KEY is missing: it opens the personal data',
  ],
  [
    ['--from', `file:${import.meta.filename}`, '--to', 'file:x'],
    { PII_KEY: 'x' },
    1,
    'PII_KEY is wrong: read 1 char',
  ],
  [['--frob'], {}, 2, "Unknown option '--frob'"],
])('%j with %j is refused with a clear word', async (args, env, code, word) => {
  const refused = await runCommand('db-copy', args, env)
  expect(refused.code).toBe(code)
  expect(refused.output).toContain(word)
})
