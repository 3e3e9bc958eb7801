import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { newUpload, uploadTo } from '#tests/db/contract/uploads/uploads.ts'
import { countFound, rawBytes, secretsOf } from '#tests/db/sqlite/people/raw-bytes.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { file, open } = temporaryStores()
const found = (chunks: Buffer[]) => countFound(file(), chunks)

test('neither the name nor a byte of the content can be read in the file or its WAL', async () => {
  const store = await open()
  const content = Buffer.from('Sigismunda Zwiebelturm wohnt in der Quittenallee. '.repeat(100))
  const { id } = await uploadTo(store, { filename: 'Sterbeurkunde Sigismunda.pdf' }, [content])
  const bytes = rawBytes(file())
  expect(bytes.includes(id)).toBe(true)
  for (const word of ['Sigismunda', 'Sterbeurkunde', 'Quittenallee']) expect(bytes.includes(word)).toBe(false)
})

test('an erasure removes uploads with their parts and keys, including incomplete ones, and keeps others', async () => {
  const store = await open()
  const event = newEvent()
  const { runId } = event
  const big = Array.from({ length: 20 }, () => randomBytes(50_000))
  await uploadTo(store, { runId }, big)
  const others = await uploadTo(store, {}, big)
  const half = newUpload({ runId })
  await store.uploads.begin(half)
  await store.uploads.add(half.id, 0, randomBytes(9000))
  await appendTo(store, [event])
  const [secrets, theirs] = [secretsOf(file(), [runId]), secretsOf(file(), [others.runId])]
  expect(found(secrets)).toBe(7)

  await store.people.erase([{ runId, upTo: 1 }])
  expect(found(secrets)).toBe(0)
  expect(found(theirs)).toBe(theirs.length)
  expect(Buffer.from((await store.uploads.read(others.id, 19))!)).toEqual(big[19])
  expect(countParts()).toBe(big.length)
})

test('the next removal completes one that a crash interrupted', async () => {
  const store = await open()
  const { id, runId } = await uploadTo(store, {}, [randomBytes(5000)])
  const sqlite = new Database(file())
  sqlite.prepare(`UPDATE uploads SET state = 'removed' WHERE id = ?`).run(id)
  sqlite.close()
  expect(await store.uploads.list(runId)).toEqual([])
  await store.uploads.remove([])
  expect(countParts()).toBe(0)
})

function countParts(): unknown {
  const sqlite = new Database(file(), { readonly: true })
  const count = sqlite.prepare('SELECT count(*) FROM upload_parts').pluck().get()
  sqlite.close()
  return count
}

test.each([
  ['moved to another upload', 'UPDATE upload_parts SET upload_key = 3 - upload_key'],
  ['moved to another place', 'UPDATE upload_parts SET number = 1 - number WHERE upload_key = 1'],
  ['moved to another run', `UPDATE uploads SET run_id = 'thief' WHERE key = 1`],
  ['changed', `UPDATE upload_parts SET ciphertext = CAST(substr(ciphertext, 1, 40) || x'00' AS BLOB)`],
])('a part that was %s is rejected', async (_, statement) => {
  const store = await open()
  const { id } = await uploadTo(store, {}, [randomBytes(100)])
  await uploadTo(store, { runId: 'thief' }, [randomBytes(100)])
  const sqlite = new Database(file())
  // Some statements swap two parts. The index is dropped, because both parts have the same number in the middle of a
  // swap.
  sqlite.exec(`DROP INDEX upload_parts_number; ${statement}`)
  sqlite.close()
  const number = statement.includes('1 - number') ? 1 : 0
  await expect(store.uploads.read(id, number)).rejects.toThrow(/authenticate|was sealed with/)
})
