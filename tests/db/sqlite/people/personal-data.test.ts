import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { StoreRefused } from '#db/ports/store.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { file, open } = temporaryStores()
const form = { vorname: 'Sigismunda', email: 'Sigismunda@Example.org', iban: 'DE89370400440532013000' }

test('nothing personal can be read in the file or its WAL', async () => {
  const store = await open()
  const personal = { form, clickIds: { gclid: 'click-4711' } }
  await appendTo(store, [newEvent({ personal, facts: { wohnungsart: 'obige' } })])
  const bytes = readFileSync(`${file()}-wal`, 'latin1') + readFileSync(file(), 'latin1')
  // The `facts` of an event are not encrypted. Finding one of them shows that the search covers the right files.
  expect(bytes).toContain('wohnungsart')
  for (const value of ['Sigismunda', 'sigismunda', 'Example.org', '0532013000', 'click-4711', 'vorname']) {
    expect(bytes).not.toContain(value)
  }
})

test('another key is refused with the cause and advice, and the first key still opens', async () => {
  const store = await open()
  await store.close()
  const refusal = await open({ piiKey: new Uint8Array(32).fill(8) }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StoreRefused)
  expect(String(refusal)).toMatch(/does not match the database .*formlotse\.db.*Set PII_KEY/)
  await open()
})

test('a key of the wrong length is refused', async () => {
  await expect(open({ piiKey: new Uint8Array(16) })).rejects.toThrow(/16 bytes; it must have exactly 32/)
})

test.each([
  [
    'moved to another run',
    `UPDATE personal_data SET position = 3, run_id = 'thief' WHERE position = 1`,
    'thief',
  ],
  [
    'moved to another event of its run',
    `UPDATE personal_data SET position = 2 WHERE position = 1`,
    undefined,
  ],
  [
    'changed',
    "UPDATE personal_data SET ciphertext = CAST(substr(ciphertext, 1, 40) || x'00' || substr(ciphertext, 42) AS BLOB)",
    undefined,
  ],
])('a row that was %s is rejected', async (_, statement, runId) => {
  const store = await open()
  const event = newEvent({ personal: { form } })
  await appendTo(store, [
    event,
    newEvent({ runId: event.runId }),
    newEvent({ runId: 'thief' }),
    newEvent({ runId: 'thief', personal: { form } }),
  ])
  const sqlite = new Database(file())
  sqlite.exec(statement)
  sqlite.close()
  await expect(store.vault.read(runId ?? event.runId)).rejects.toThrow(/authenticate/)
})

const write = (email: string) => newEvent({ type: 'email', personal: { form: { email } } })

test('rows are found by every spelling of an e-mail address', async () => {
  const store = await open()
  await appendTo(store, [
    write('ada@example.org'),
    write(' ADA@Example.ORG '),
    write('bob@example.org'),
    newEvent(),
  ])
  const sqlite = new Database(file(), { readonly: true })
  const groups = sqlite.prepare('SELECT count(*) FROM email_hmacs GROUP BY hmac ORDER BY 1').pluck().all()
  sqlite.close()
  expect(groups).toEqual([1, 2])
})
