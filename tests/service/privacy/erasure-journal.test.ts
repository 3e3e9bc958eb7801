import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ErasureJournal, erasureJournal } from '#service/privacy/erasure-journal.ts'
import { StartError } from '#service/config/start-error.ts'
import { noon } from '#tests/build-events.ts'

let folder: string
let journal: ErasureJournal
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formlotse-journal-'))
  journal = erasureJournal(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const first = { at: noon, runIds: [randomUUID(), randomUUID()] }
const second = { at: noon + 1, runIds: [randomUUID()] }

test('is created by the first erasure, readable by its owner only', () => {
  expect(journal.read()).toEqual([])
  journal.append(first)
  journal.append(second)
  expect(erasureJournal(folder).read()).toEqual([first, second])
  expect(statSync(journal.file).mode & 0o777).toBe(0o600)
  expect(readFileSync(journal.file, 'utf8').split('\n')).toHaveLength(3)
})

test('a line cut off by a crash is skipped and overwritten by the next one', () => {
  journal.append(first)
  appendFileSync(journal.file, '{"at":"2026-11-20T10:00:00.0')
  expect(journal.read()).toEqual([first])
  journal.append(second)
  expect(journal.read()).toEqual([first, second])
})

test.each([
  ['is no JSON', '{"at":'],
  ['has no run', '{"at":"2026-11-20T10:00:00.000Z","runIds":[]}'],
  ['has no time', '{"runIds":["00000000-0000-4000-8000-000000000001"]}'],
  ['is empty', ''],
])('a complete line that %s is refused with its number, because it may hide an erasure', (_, line) => {
  journal.append(first)
  const text = readFileSync(journal.file, 'utf8')
  writeFileSync(journal.file, `${text}${line}\n${text}`)
  expect(() => journal.read()).toThrow(StartError)
  expect(() => journal.read()).toThrow(/erasures\.jsonl line 2 cannot be read\..*allowed is/)
})
