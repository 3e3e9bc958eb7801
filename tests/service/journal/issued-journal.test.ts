import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openIssuedJournal } from '#service/journal/issued-journal.ts'
import { noon } from '#tests/build-events.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'formlotse-'))
})

afterEach(() => rm(folder, { recursive: true }))

const issued = (value: string, at = noon) => ({ value, at })
const line = (key: string, value = 'v') =>
  `{"key":"${key}","value":"${value}","at":"2026-11-20T11:00:00.000Z"}\n`
const text = () => readFile(path.join(folder, 'issued.jsonl'), 'utf8')

test('keeps the first value of a key, also after it was opened again', async () => {
  const journal = await openIssuedJournal(folder)
  expect(await journal.find('letter:a')).toBeUndefined()
  expect(await journal.note('letter:a', issued('l-1'))).toMatchObject(issued('l-1'))
  expect(await journal.note('letter:a', issued('l-2', noon + 5))).toMatchObject(issued('l-1'))
  const again = await openIssuedJournal(folder)
  expect(await again.find('letter:a')).toMatchObject(issued('l-1'))
  expect((await text()).split('\n')).toHaveLength(2)
})

test('only its owner can read the file', async () => {
  const journal = await openIssuedJournal(folder)
  await journal.note('email:a:sent', issued('m'))
  expect((await stat(journal.file)).mode & 0o777).toBe(0o600)
})

test('shows what another process has noted, and concurrent notes of a key agree', async () => {
  const [one, other] = [await openIssuedJournal(folder), await openIssuedJournal(folder)]
  await one.note('invoice:a', issued('RE-2026-00001'))
  expect(await other.find('invoice:a')).toMatchObject(issued('RE-2026-00001'))
  const values = await Promise.all(['x', 'y', 'z'].map((value) => other.note('letter:b', issued(value))))
  expect(new Set(values.map(({ value }) => value))).toEqual(new Set(['x']))
  expect(await one.find('letter:b')).toMatchObject(issued('x'))
})

test('knows the last number of each kind and year', async () => {
  const journal = await openIssuedJournal(folder)
  expect(await journal.lastNumber('invoice', 2026)).toBe(0)
  await journal.note('invoice:a', issued('RE-2026-00009'))
  await journal.note('invoice:b', issued('RE-2026-00010'))
  await journal.note('invoice:c', issued('RE-2027-00003'))
  await journal.note('cancellation:a', issued('ST-2026-00002'))
  expect(await journal.lastNumber('invoice', 2026)).toBe(10)
  expect(await journal.lastNumber('invoice', 2027)).toBe(3)
  expect(await journal.lastNumber('cancellation', 2026)).toBe(2)
})

test('skips a line that a crash cut off, and continues after it', async () => {
  const journal = await openIssuedJournal(folder)
  await journal.note('letter:a', issued('l-1'))
  await appendFile(journal.file, '{"key":"letter:b","val')
  const again = await openIssuedJournal(folder)
  expect(await again.find('letter:b')).toBeUndefined()
  await again.note('letter:b', issued('l-2'))
  await again.note('letter:c', issued('l-3'))
  const last = await openIssuedJournal(folder)
  expect(await last.find('letter:b')).toMatchObject(issued('l-2'))
  expect(await last.find('letter:c')).toMatchObject(issued('l-3'))
})

test('stops at a line that cannot be read while it is open, until the line is corrected', async () => {
  const journal = await openIssuedJournal(folder)
  await journal.note('letter:a', issued('l-1'))
  await appendFile(journal.file, `{"key":7}\n${line('letter:b')}`)
  for (let i = 0; i < 2; i += 1)
    await expect(journal.find('letter:b')).rejects.toThrow(/line 2 cannot be read/)
  await writeFile(journal.file, (await text()).replace('{"key":7}\n', line('letter:c')))
  expect(await journal.find('letter:b')).toMatchObject({ value: 'v' })
  expect(await journal.find('letter:c')).toMatchObject({ value: 'v' })
})

test('finds every line of a long file, and the first one of a key', async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => line(`email:${index}`, `m-${index}`))
  await writeFile(path.join(folder, 'issued.jsonl'), lines.join('') + line('email:7', 'again'))
  const journal = await openIssuedJournal(folder)
  for (const index of [0, 7, 12_345, 19_999])
    expect(await journal.find(`email:${index}`)).toMatchObject({ value: `m-${index}` })
  expect(await journal.find('email:20000')).toBeUndefined()
})

test('is refused with the number of a line that cannot be read', async () => {
  const journal = await openIssuedJournal(folder)
  await journal.note('letter:a', issued('l-1'))
  await appendFile(journal.file, '{"key":7}\n')
  await expect(openIssuedJournal(folder)).rejects.toThrow(/issued\.jsonl line 2 cannot be read/)
})
