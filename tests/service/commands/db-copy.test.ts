// @module-tag slow
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { mailFolders } from '#service/correspondence/kept-emails.ts'
import { contentLocation } from '#service/outbox/sealed-content.ts'
import { eventually } from '#tests/eventually.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { piiKey } from '#tests/db/contract/setup.ts'
import { fillStore } from '#tests/service/store-copy/filled-store.ts'
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

function secretFile(text: string): string {
  const file = path.join(folder, randomUUID())
  writeFileSync(file, `${text}\n`, { mode: 0o600 })
  return file
}

const hashes = (output: string) =>
  [...output.matchAll(/^ {2}(\w+): .*SHA-256 (\w+)/gm)].map((one) => one.slice(1))

test(
  'copies a SQLite file to PostgreSQL with the key next to it, and back',
  { timeout: 60_000 },
  async () => {
    const [file, url] = [await filledFile(), await databases.url()]
    writeFileSync(path.join(path.dirname(file), 'pii.key'), `${key}\n`)
    const there = await runCommand('db-copy', ['--from', `file:${file}`], { TO_DATABASE_URL: url })
    expect(there.output).toMatch(/^ {2}events: 32 rows, SHA-256 [0-9a-f]{16}…, read back$/m)
    expect(there.output).toMatch(/103 reports are identical on both sides/)
    expect(there.output).toContain('The copy is complete.')
    // The password in the URL must not be printed.
    expect(there.output).not.toContain(`:${new URL(url).password}@`)
    expect(there.code).toBe(0)

    const copy = path.join(path.dirname(file), 'copy.db')
    const back = await runCommand('db-copy', ['--to', `file:${copy}`], {
      PII_KEY: key,
      FROM_DATABASE_URL_FILE: secretFile(url),
    })
    expect(back.code).toBe(0)
    expect(hashes(back.output)).toEqual(hashes(there.output))
    expect(back.output).toContain(`DATABASE_URL=file:${copy}, the same secrets,`)

    const again = await runCommand('db-copy', ['--from', `file:${file}`], { TO_DATABASE_URL: url })
    expect(again).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty, its table operational_events has rows'),
    })
  },
)

test('leaves a store in use and the target unchanged', { timeout: 60_000 }, async () => {
  const [file, url] = [await filledFile(), await databases.url()]
  const service = await openSqliteStore({ file, piiKey, exclusive: true })
  const { code, output } = await runCommand('db-copy', ['--from', `file:${file}`], {
    PII_KEY: key,
    TO_DATABASE_URL: url,
  })
  expect([code, output]).toEqual([1, expect.stringContaining('is in use by another service')])
  await service.close()
  const target = await openPostgresStore({ url, piiKey, supervise: false })
  expect(await target.log.head()).toBe(0)
  await target.close()
})

test('refuses a database without events and starts no copy', { timeout: 60_000 }, async () => {
  const empty = path.join(folder, 'empty.db')
  await (await openSqliteStore({ file: empty, piiKey, exclusive: true })).close()
  const copy = path.join(folder, 'copy-of-empty.db')
  const refused = await runCommand('db-copy', ['--from', `file:${empty}`, '--to', `file:${copy}`], {
    PII_KEY: key,
  })
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(`${empty} has no events. Is it the right database?`)
  expect(refused.output).not.toContain('is incomplete')
  expect(existsSync(copy)).toBe(false)
})

test('reports an incomplete target when the copy is interrupted', { timeout: 60_000 }, async () => {
  const [file, url] = [await filledFile(), await databases.url()]
  await (await openPostgresStore({ url, piiKey, supervise: false })).close()
  // The lock of this connection makes the copy wait midway, so that the test can interrupt it. The connection pretends
  // to be psql, because a copy is refused if a service is connected to the target, but not if psql is connected.
  const psql = new Client({ connectionString: url, application_name: 'psql' })
  await psql.connect()
  await psql.query('BEGIN; LOCK TABLE personal_data IN SHARE MODE')
  const command = startCommand('db-copy', ['--from', `file:${file}`], {
    PII_KEY: key,
    TO_DATABASE_URL: url,
  })
  await eventually(() => expect(command.output()).toContain('events: 32 rows'), 50_000)
  command.stop()
  expect(await command.ended).toBe(143)
  await psql.end()
  expect(command.output()).toMatch(/^The copy in PostgreSQL at .+ is incomplete\. Remove it before you try/m)
  expect(command.output()).not.toContain('The copy is complete.')
})

test('reports an incomplete target when the copy fails', { timeout: 60_000 }, async () => {
  const [file, other] = [await filledFile(), Buffer.alloc(32, 3).toString('base64')]
  const damaged = new Database(file)
  damaged.exec("UPDATE personal_data SET ciphertext = x'00'")
  damaged.close()
  const copy = path.join(path.dirname(file), 'copy.db')
  const args = ['--from', `file:${file}`, '--to', `file:${copy}`]
  const { code, output } = await runCommand('db-copy', args, { PII_KEY: key, NEW_PII_KEY: other })
  expect([code, output]).toEqual([1, expect.stringContaining(`The copy in ${copy} is incomplete.`)])
})

test('names the key of a copy with a new key', { timeout: 60_000 }, async () => {
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
  [[], {}, 2, '--from or FROM_DATABASE_URL is missing.'],
  [['--from', 'file:x'], {}, 2, '--to or TO_DATABASE_URL is missing.'],
  [
    ['--from', 'file:x'],
    { FROM_DATABASE_URL: 'file:y' },
    2,
    '--from and FROM_DATABASE_URL are both given; only one of them is allowed.',
  ],
  [
    ['--from', 'postgres://user:hunter2@db/x', '--to', 'file:x'],
    {},
    2,
    '--from contains a password, which every user of this machine could read: use FROM_DATABASE_URL, or a file named by FROM_DATABASE_URL_FILE.',
  ],
  [
    ['--from', 'file:x', '--to', 'postgres://db/x?user=u&password=hunter2'],
    {},
    2,
    '--to contains a password',
  ],
  [
    ['--to', `file:${path.join(folder, 'x.db')}`],
    { FROM_DATABASE_URL: 'postgres://user:hunter2@203.0.113.9/x', PII_KEY: key },
    1,
    'FROM_DATABASE_URL is wrong: read no sslmode=verify-full for the host "203.0.113.9"',
  ],
  [
    ['--to', 'file:x'],
    { FROM_DATABASE_URL_FILE: '/nowhere' },
    1,
    'FROM_DATABASE_URL_FILE is wrong: read "/nowhere"',
  ],
  [
    ['--to', 'file:x'],
    { FROM_DATABASE_URL: 'mysql://hunter2' },
    2,
    'FROM_DATABASE_URL is wrong; allowed: file:<path>',
  ],
  [['--from', 'mysql://x', '--to', 'file:x'], {}, 2, '--from is wrong; allowed: file:<path> or postgres://'],
  [['--from', 'file:/nowhere/x.db', '--to', 'file:x'], {}, 1, 'There is no database at /nowhere/x.db.'],
  [
    ['--from', `file:${import.meta.filename}`, '--to', 'file:x'],
    {},
    1,
    'PII_KEY is missing: it decrypts the personal data',
  ],
  [
    ['--from', `file:${import.meta.filename}`, '--to', 'file:x'],
    { PII_KEY: 'x' },
    1,
    'PII_KEY is wrong: read 1 char',
  ],
  [['--frob'], {}, 2, "Unknown option '--frob'"],
])('refuses %j with %j and says why', async (args, env, code, word) => {
  const refused = await runCommand('db-copy', args, env)
  expect(refused.output).toContain(word)
  expect(refused.output).not.toContain('hunter2')
  expect(refused.code).toBe(code)
})

describe('e-mails that an earlier version left in files', { timeout: 60_000 }, () => {
  const other = Buffer.alloc(32, 3).toString('base64')

  test.each(['beside the file', 'in DATA_DIR'])(
    '%s are copied and sealed with the new key',
    async (where) => {
      const file = await filledFile()
      const beside = path.dirname(file)
      const dataFolder = where === 'in DATA_DIR' ? path.join(folder, randomUUID()) : beside
      const { outbox } = mailFolders(dataFolder)
      const id = randomUUID()
      const letter = { to: 'ada@example.org', subject: 'Widerruf', text: 'Eingang' }
      const sealed = createVaultCipher(piiKey).seal(contentLocation(id), JSON.stringify({ letter }))
      mkdirSync(outbox, { recursive: true })
      writeFileSync(path.join(outbox, `${'0'.repeat(15)}-0-${id}.sealed`), sealed)
      const copy = path.join(beside, 'copy.db')
      const env = { PII_KEY: key, NEW_PII_KEY: other, ...(dataFolder !== beside && { DATA_DIR: dataFolder }) }
      const copied = await runCommand('db-copy', ['--from', `file:${file}`, '--to', `file:${copy}`], env)
      expect([copied.code, copied.output]).toEqual([0, expect.stringContaining('NEW_PII_KEY as its PII_KEY')])
      expect(readdirSync(outbox)).toEqual([])
      const newKey = Buffer.from(other, 'base64')
      const store = await openSqliteStore({ file: copy, piiKey: newKey, exclusive: false })
      const rows = await store.outbox.contents('mail', 0, 9)
      await store.close()
      const row = rows.find(({ messageId }) => messageId === id)
      const content = createVaultCipher(newKey).unseal(contentLocation(id), row!.content!)
      expect(JSON.parse(content)).toEqual({ email: letter })
    },
  )
})
