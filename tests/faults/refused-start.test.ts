// @module-tag slow
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allVariants } from '#tests/variants.ts'
import { engines } from '#tests/faults/support/engines.ts'
import { readWholeLog } from '#tests/faults/support/guarantees.ts'
import { eventNow, postStored } from '#tests/faults/support/post-events.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { canMount, mountDisk } from '#tests/faults/support/small-disk.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

// Only SQLite is tested. With PostgreSQL, the service itself opens no database files.
const sqlite = engines.find(({ name }) => name === 'SQLite')!

const services = serviceProcesses()
const temporary = temporaryFolder()
const killed = path.join(temporary.folder, 'killed')
const closed = path.join(temporary.folder, 'closed')
const storedEvents = 30

/**
 * Starts a service, stores events, and ends the service with a signal. The events are sent one after another, so that
 * the WAL has many commits.
 */
async function storeSome(folder: string, end: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const { env } = await sqlite.create(folder)
  const service = await services.start({ ...env, LANE_WAIT_MS: '0' })
  for (let n = 0; n < storedEvents; n++) await postStored(service.url, [eventNow('start')])
  await service.end(end)
}

beforeAll(() => Promise.all([storeSome(killed, 'SIGKILL'), storeSome(closed, 'SIGTERM')]), 60_000)
afterEach(() => services.killAll())
afterAll(temporary.remove)

let copies = 0

/** Copies the files that a service has left, so that a test can damage the copy. */
async function copyOf(left: string) {
  const folder = path.join(temporary.folder, `copy-${++copies}`)
  cpSync(left, folder, { recursive: true })
  chmodSync(path.join(folder, 'data'), 0o700)
  const database = await sqlite.create(folder)
  return { ...database, file: path.join(folder, 'data', 'formlotse.db') }
}

async function refusal(env: Record<string, string>): Promise<string> {
  const service = services.spawn(env)
  const started = service.announced().then(
    () => 'it has started',
    () => service.ended,
  )
  expect(await started).toEqual({ code: 1, signal: null })
  expect(service.output()).toBe('')
  const lines = service.errors().split('\n')
  expect(lines, 'one line and its end').toEqual([lines[0], ''])
  return lines[0]!
}

function overwrite(file: string, at: number, bytes: number): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(bytes, 0xa5), 0, bytes, at)
  closeSync(descriptor)
}

const page = 4096
const half = (file: string) => Math.floor(statSync(file).size / 2 / page) * page

/**
 * Returns the length of the committed part of the WAL, in bytes. The file may be longer if a transaction was
 * interrupted.
 */
function committedBytes(file: string): number {
  const walHeader = 32
  const frame = 24 + page
  return walHeader + readFileSync(`${file}-shm`).readUInt32LE(16) * frame
}

/** Title, folder whose copy is damaged, function that damages the database file, and the line that the service prints. */
type Damage = [title: string, left: string, harm: (file: string) => void, message: RegExp]

const damages: Damage[] = [
  [
    'a page of garbage',
    closed,
    (file) => overwrite(file, half(file), page),
    /^the database \S+ (?:is damaged|cannot be opened: the database file is damaged) \(.+\)\. Restore a backup; keep the damaged file/,
  ],
  [
    'garbage from the start',
    closed,
    (file) => overwrite(file, 0, page),
    /^the database \S+ cannot be opened: the file is not a SQLite database \(.+\)\. Set DATA_DIR or DATABASE_URL to/,
  ],
  [
    'a WAL without the last committed byte',
    killed,
    (file) => truncateSync(`${file}-wal`, committedBytes(file) - 1),
    /^the write-ahead log \S+-wal was truncated or damaged/,
  ],
  [
    'a missing WAL',
    killed,
    (file) => rmSync(`${file}-wal`),
    /^the write-ahead log \S+-wal was truncated or damaged: it holds 0 of \d+/,
  ],
]

const furtherDamages: Damage[] = [
  [
    'the first page with garbage',
    closed,
    (file) => overwrite(file, 100, page - 100),
    /^the database \S+ (?:is damaged|cannot be opened: the database file is damaged) \(.+\)\. Restore a backup/,
  ],
  [
    'half of it',
    closed,
    (file) => truncateSync(file, half(file)),
    /^the database \S+ (?:is damaged|cannot be opened: the database file is damaged) \(.+\)\. Restore a backup/,
  ],
  [
    'a truncated WAL',
    killed,
    (file) => truncateSync(`${file}-wal`, half(`${file}-wal`)),
    /^the write-ahead log \S+-wal was truncated or damaged: it holds \d+ of \d+ committed pages, .* or a backup; .* delete \S+-shm/,
  ],
  [
    'a WAL with a damaged byte',
    killed,
    (file) => overwrite(`${file}-wal`, half(`${file}-wal`) + 500, 1),
    /^the write-ahead log \S+-wal was truncated or damaged/,
  ],
]

describe('a damaged database is refused with the cause and advice', { timeout: 60_000 }, () => {
  test.each(allVariants ? [...damages, ...furtherDamages] : damages)('%s', async (_, left, harm, message) => {
    const { env, file } = await copyOf(left)
    harm(file)
    expect(await refusal(env)).toMatch(message)
    // A second start must be refused as well.
    expect(await refusal(env)).toMatch(message)
  })

  test('an undamaged database opens with all events, after a kill and after an orderly stop', async () => {
    for (const left of [killed, closed]) {
      const { env, open } = await copyOf(left)
      await services.start(env)
      const store = await open()
      expect(await readWholeLog(store)).toHaveLength(storedEvents)
      await store.close()
    }
  })

  test('after the advice for a truncated WAL, deleting the index, the service starts with the remaining events', async () => {
    const { env, file, open } = await copyOf(killed)
    truncateSync(`${file}-wal`, half(`${file}-wal`))
    rmSync(`${file}-shm`)
    await services.start(env)
    const store = await open()
    const log = await readWholeLog(store)
    await store.close()
    expect(log.length).toBeGreaterThan(0)
    expect(log.length).toBeLessThan(storedEvents)
  })
})

describe('other obstacles are reported in one line as well', { timeout: 60_000 }, () => {
  test('another key for personal data', async () => {
    const { env } = await copyOf(closed)
    expect(await refusal({ ...env, PII_KEY: Buffer.alloc(32, 8).toString('base64') })).toMatch(
      /^the key for personal data does not match the database .* Set PII_KEY to the original key/,
    )
  })

  test('projections of a newer version', async () => {
    const { env, file } = await copyOf(closed)
    const sqliteFile = new Database(file)
    sqliteFile.exec('UPDATE generations SET format = 9999')
    sqliteFile.close()
    expect(await refusal(env)).toMatch(
      /^the projections have the format 9999, .*this version has the format \d+: start a newer version$/,
    )
  })

  test('another service on the file, with a different data folder', async () => {
    const { env } = await copyOf(closed)
    const first = await services.start(env)
    expect(await refusal({ ...env, DATA_DIR: path.join(temporary.folder, 'another') })).toMatch(
      new RegExp(`^the database .* is in use by another service \\(process ${first.pid}\\): stop it first`),
    )
  })

  test('a folder where the database should be', async () => {
    const { env, file } = await copyOf(closed)
    rmSync(file)
    mkdirSync(file)
    expect(await refusal(env)).toMatch(/^the database \S+ cannot be opened: .* Make sure that/)
  })

  const mountable = canMount()
  let disk: ReturnType<typeof mountDisk>
  afterEach(() => {
    disk?.remove()
    disk = undefined
  })

  test.skipIf(!mountable)('a file system that is read-only', async () => {
    disk = mountDisk(2)
    const { env } = await sqlite.create(disk!.folder)
    mkdirSync(env['DATA_DIR']!, { mode: 0o700 })
    disk!.makeReadOnly()
    expect(await refusal(env)).toMatch(
      /^DATA_DIR cannot be used: \S+ is not a writable folder \(EROFS\)\. Let this user write there, or choose another folder\.$/,
    )
    expect(await refusal({ ...env, DATA_DIR: path.join(temporary.folder, 'writable') })).toMatch(
      /^the database \S+ cannot be opened: .* Make sure that its folder exists and that this user may write to it/,
    )
  })

  test.skipIf(!mountable)('a disk that is full', async () => {
    disk = mountDisk(2)
    const { env } = await sqlite.create(disk!.folder)
    mkdirSync(env['DATA_DIR']!, { mode: 0o700 })
    disk!.fill(0)
    expect(await refusal(env)).toMatch(/^The secret \S+ cannot be written \(ENOSPC\)\. Make room on the disk/)
    const secrets = { PAYMENT_WEBHOOK_SECRET: env['WEBHOOK_SECRET']! }
    expect(await refusal({ ...env, ...secrets })).toMatch(
      /^the database \S+ cannot be opened: .* (?:Make room on the disk|Check the disk)/,
    )
  })
})
