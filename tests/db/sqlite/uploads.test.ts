import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { appendTo, newEvent } from '../contract/setup.ts'
import { newUpload, uploadTo } from '../contract/uploads.ts'
import { countFound, rawBytes, uploadSecretsOf } from './raw-bytes.ts'
import { temporaryStores } from './temporary-folder.ts'

const { file, open } = temporaryStores()
const found = (pieces: Buffer[]) => countFound(file(), pieces)

test('neither the name nor a byte of the content can be read in the file or beside it', async () => {
  const store = await open()
  const content = Buffer.from('Sigismunda Zwiebelturm wohnt in der Quittenallee. '.repeat(100))
  const { id } = await uploadTo(store, { filename: 'Sterbeurkunde Sigismunda.pdf' }, [content])
  const bytes = rawBytes(file())
  expect(bytes.includes(id)).toBe(true)
  for (const word of ['Sigismunda', 'Sterbeurkunde', 'Quittenallee']) expect(bytes.includes(word)).toBe(false)
})

test('an erased upload leaves no byte, also of parts that have pages of their own, and others keep theirs', async () => {
  const store = await open()
  const event = newEvent()
  const { runId } = event
  const big = Array.from({ length: 6 }, () => randomBytes(50_000))
  await uploadTo(store, { runId }, big)
  await uploadTo(store, { runId }, [randomBytes(1000)])
  const others = await uploadTo(store, {}, big)
  const half = newUpload({ runId })
  await store.uploads.begin(half)
  await store.uploads.add(half.id, 0, randomBytes(9000))
  await appendTo(store, [event])
  const [secrets, theirs] = [uploadSecretsOf(file(), [runId]), uploadSecretsOf(file(), [others.runId])]
  // Hardly any piece lies across two pages.
  expect(found(secrets)).toBeGreaterThan(0.9 * secrets.length)
  expect(secrets.length).toBeGreaterThan(500)
  const theirsFound = found(theirs)

  await store.people.erase([{ runId, upTo: 1 }])
  expect(found(secrets)).toBe(0)
  expect(found(theirs)).toBe(theirsFound)
})

test('a removed upload is zeros once the log of changes is folded in', async () => {
  const store = await open()
  const { id, runId } = await uploadTo(store, {}, [randomBytes(50_000), randomBytes(50_000)])
  const secrets = uploadSecretsOf(file(), [runId])
  await store.uploads.remove([id])
  await store.close()
  expect(found(secrets)).toBe(0)
})

test('what a crash left half removed goes with the next removal', async () => {
  const store = await open()
  const { id, runId } = await uploadTo(store, {}, [randomBytes(5000)])
  const secrets = uploadSecretsOf(file(), [runId])
  const sqlite = new Database(file())
  sqlite.prepare(`UPDATE uploads SET state = 'removed' WHERE id = ?`).run(id)
  sqlite.close()
  expect(await store.uploads.list(runId)).toEqual([])
  await store.uploads.remove([])
  await store.close()
  expect(found(secrets)).toBe(0)
})

test.each([
  ['moved to another upload', 'UPDATE upload_parts SET upload_key = 3 - upload_key'],
  ['moved to another place', 'UPDATE upload_parts SET number = 1 - number WHERE upload_key = 1'],
  ['moved to another run', `UPDATE uploads SET run_id = 'thief'`],
  ['changed', `UPDATE upload_parts SET ciphertext = CAST(substr(ciphertext, 1, 40) || x'00' AS BLOB)`],
])('a part that was %s is not believed', async (_, statement) => {
  const store = await open()
  const { id } = await uploadTo(store, {}, [randomBytes(100)])
  await uploadTo(store, {}, [randomBytes(100)])
  const sqlite = new Database(file())
  // Each part moves to where the other one was, so for a moment two are in one place.
  sqlite.exec(`DROP INDEX upload_parts_number; ${statement}`)
  sqlite.close()
  const number = statement.includes('1 - number') ? 1 : 0
  await expect(store.uploads.read(id, number)).rejects.toThrow(/authenticate/)
})
