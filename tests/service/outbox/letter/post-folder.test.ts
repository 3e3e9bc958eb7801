import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { renameSync, watch } from 'node:fs'
import { mkdtemp, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PostFolder, createPostFolder } from '#service/outbox/destinations/letter/post-folder.ts'
import { aLetter } from './a-letter.ts'

const now = () => Date.UTC(2026, 10, 22, 12)
const signal = new AbortController().signal
let data: string
let folder: string
let post: PostFolder
beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'post-'))
  folder = path.join(data, 'post')
  post = createPostFolder({ folder, now })
})
afterEach(() => rm(data, { recursive: true, force: true }))

const names = async () => (await readdir(folder)).sort()
const manifest = async () =>
  JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as {
    letters: { letterId: string }[]
  }
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a letter is a PDF, its entry and a line of the manifest, which only the owner can read', async () => {
  const letter = aLetter()
  expect(await post.submit(letter, signal)).toEqual({ code: 'submitted', letterId: letter.id })
  const files = [`${letter.id}.json`, `${letter.orderNumber}.pdf`, 'manifest.json']
  expect(await names()).toEqual(files.sort())
  for (const name of files) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readFile(path.join(folder, `${letter.orderNumber}.pdf`))).toEqual(letter.pdf)
  const entry = {
    letterId: letter.id,
    orderNumber: letter.orderNumber,
    product: 'Anmeldung (VIP)',
    file: `${letter.orderNumber}.pdf`,
    sha256: letter.sha256,
    pages: 2,
    bytes: letter.pdf.length,
    addedAt: '2026-11-22T12:00:00.000Z',
  }
  expect(await manifest()).toEqual({ letters: [entry] })
  expect(await post.list()).toEqual([entry])
  expect(await post.status(letter.id, signal)).toEqual({ code: 'known', state: 'waiting' })
})

test('a repeated hand-over changes no file', async () => {
  const letter = aLetter()
  await post.submit(letter, signal)
  const place = path.join(folder, `${letter.orderNumber}.pdf`)
  const { ino } = await stat(place)
  const later = createPostFolder({ folder, now: () => now() + 1000 })
  expect(await later.submit(letter, signal)).toEqual({ code: 'submitted', letterId: letter.id })
  expect((await stat(place)).ino).toBe(ino)
  expect(await post.list()).toMatchObject([{ addedAt: '2026-11-22T12:00:00.000Z' }])
})

test.each(['cancel', 'remove'] as const)(
  '%s deletes all files of the letter, and no others',
  async (method) => {
    const [letter, other] = [aLetter(), aLetter()]
    await post.submit(letter, signal)
    await post.submit(other, signal)
    await writeFile(path.join(folder, 'notes.txt'), 'mine')
    const code = method === 'cancel' ? 'cancelled' : 'removed'
    expect(await post[method](letter.id, signal)).toEqual({ code })
    const kept = [`${other.id}.json`, `${other.orderNumber}.pdf`, 'manifest.json', 'notes.txt']
    expect(await names()).toEqual(kept.sort())
    expect((await manifest()).letters.map(({ letterId }) => letterId)).toEqual([other.id])
    expect(await post.status(letter.id, signal)).toEqual({ code: 'known', state: 'unknown' })
  },
)

test('removing twice, or from a folder that does not exist, is no failure', async () => {
  expect(await post.remove(aLetter().id, signal)).toEqual({ code: 'removed' })
  expect(await post.cancel(aLetter().id, signal)).toEqual({ code: 'too-late' })
  expect(await post.list()).toEqual([])
})

test('letters that several processes add and remove at the same time are right in the manifest', async () => {
  const processes = Array.from({ length: 6 }, () => createPostFolder({ folder, now }))
  for (let round = 0; round < 8; round += 1) {
    const letters = processes.map(() => aLetter())
    await Promise.all(processes.map((one, index) => one.submit(letters[index]!, signal)))
    expect((await manifest()).letters).toEqual(await post.list())
    await Promise.all(processes.map((one, index) => one.remove(letters[index]!.id, signal)))
    expect(await manifest()).toEqual({ letters: [] })
  }
})

test('a letter that another process adds while the manifest is written is in the manifest', async () => {
  const [letter, other] = [aLetter(), aLetter()]
  await post.submit(other, signal)
  const files = [`${other.id}.json`, `${other.orderNumber}.pdf`]
  for (const name of files) await rename(path.join(folder, name), path.join(data, name))
  const watcher = watch(folder, (_, name) => {
    if (!name?.startsWith('.manifest.json')) return
    watcher.close()
    for (const moved of files) renameSync(path.join(data, moved), path.join(folder, moved))
  })
  await post.submit(letter, signal)
  const ids = (await manifest()).letters.map(({ letterId }) => letterId)
  expect(ids.sort()).toEqual([letter.id, other.id].sort())
})

describe('a letter that is refused leaves no file', () => {
  test.each([
    ['a PDF that differs from the frozen one', { sha256: '0'.repeat(64) }],
    ['an order number that leaves the folder', { orderNumber: '../x' }],
    ['an id that leaves the folder', { id: '../../x' }],
    ['too many pages', { pages: 51 }],
    ['no PDF', { pdf: Buffer.from('text') }],
  ])('%s', async (_, change) => {
    expect(await post.submit(aLetter(change), signal)).toMatchObject({ code: 'dead' })
    expect(await readdir(data)).toEqual([])
  })

  test('an id that leaves the folder removes nothing', async () => {
    await writeFile(path.join(data, 'x.json'), '{}')
    expect(await post.remove('../x', signal)).toMatchObject({ code: 'retry' })
    expect(await readdir(data)).toEqual(['x.json'])
  })
})

test('a place that cannot be written is retried', async () => {
  await writeFile(folder, 'a file')
  expect(await post.submit(aLetter(), signal)).toMatchObject({
    code: 'retry',
    error: expect.stringMatching(/^E/),
  })
})

describe('after the process was killed', () => {
  test.each([0, 5, 10, 20, 40, 80])(
    '%i ms after the start of the hand-over, the letter is whole or absent',
    async (ms) => {
      const { id, orderNumber } = aLetter()
      const size = 8 * 1024 * 1024
      const script = new URL('./submit-once.ts', import.meta.url).pathname
      const child = spawn(process.execPath, [script, 'folder', folder, id, String(now()), String(size)])
      const exited = once(child, 'exit')
      await once(child.stdout, 'data')
      await sleep(ms)
      child.kill('SIGKILL')
      await exited
      const pdf = Buffer.alloc(size, ' ')
      pdf.write(`%PDF-1.7\n% ${id}\n`)
      const place = path.join(folder, `${orderNumber}.pdf`)
      const found = await readFile(place).catch(() => undefined)
      if (found) expect(hashOf(found)).toBe(hashOf(pdf))
      const letter = aLetter({ id, pdf })
      expect(await post.submit(letter, signal)).toEqual({ code: 'submitted', letterId: id })
      expect(hashOf(await readFile(place))).toBe(letter.sha256)
      expect((await manifest()).letters).toHaveLength(1)
      expect(await post.remove(id, signal)).toEqual({ code: 'removed' })
      expect((await names()).filter((name) => !name.startsWith('.'))).toEqual(['manifest.json'])
    },
  )

  test('a letter without its PDF is not listed, and removing it leaves nothing', async () => {
    const letter = aLetter()
    await post.submit(letter, signal)
    await rm(path.join(folder, `${letter.orderNumber}.pdf`))
    expect(await post.list()).toEqual([])
    expect(await post.status(letter.id, signal)).toEqual({ code: 'known', state: 'unknown' })
    await post.remove(letter.id, signal)
    expect(await names()).toEqual(['manifest.json'])
  })

  test('its drafts are removed when they are old', async () => {
    await post.submit(aLetter(), signal)
    const [old, fresh] = ['.a.pdf.1.unfinished', '.b.pdf.2.unfinished'] as const
    for (const name of [old, fresh]) await writeFile(path.join(folder, name), 'part')
    await utimes(path.join(folder, old), now() / 1000 - 3600, now() / 1000 - 3600)
    await utimes(path.join(folder, fresh), now() / 1000, now() / 1000)
    await post.submit(aLetter(), signal)
    expect((await names()).filter((name) => name.startsWith('.'))).toEqual([fresh])
  })
})
