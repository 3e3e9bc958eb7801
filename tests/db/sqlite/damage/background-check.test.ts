// @module-tag slow
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  writeSync,
} from 'node:fs'
import { fork } from 'node:child_process'
import process from 'node:process'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { startBackgroundCheck } from '#db/sqlite/damage/background-check.ts'
import { piiKey } from '#tests/db/contract/setup.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { file, open } = temporaryStores()

/** Every database is larger than this, so it is checked in the background. */
const large = { exclusive: true, maxBytesCheckedAtStart: 0 }

/** Creates a database with a table of `rows` pages and closes it. */
async function createDatabase(rows: number): Promise<void> {
  await (await open()).close()
  const sqlite = new Database(file())
  sqlite.exec(
    `CREATE TABLE ballast AS WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT ${rows})
     SELECT number, randomblob(3000) AS content FROM numbers`,
  )
  sqlite.close()
}

/** Overwrites a page in the middle of the file. */
function damage(): void {
  const page = 4096
  const descriptor = openSync(file(), 'r+')
  writeSync(
    descriptor,
    Buffer.alloc(page, 0xff),
    0,
    page,
    Math.floor(statSync(file()).size / page / 2) * page,
  )
  closeSync(descriptor)
}

/** Returns the ids of the processes that check the database. */
function checks(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        return command.includes(file()) && command.some((part) => part.includes('check-process'))
      } catch {
        return false
      }
    })
}

/** Returns whether a reader prevents truncating the WAL. */
function isRead(): boolean {
  const sqlite = new Database(file(), { timeout: 0 })
  try {
    sqlite.exec(
      `INSERT INTO settings (name, value) VALUES ('probe', '1') ON CONFLICT (name) DO UPDATE SET value = value + 1`,
    )
    const [result] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    return result!.busy === 1
  } finally {
    sqlite.close()
  }
}

/** Stops the check in the middle of a table. */
async function stopWhileReading(): Promise<number> {
  return vi.waitUntil(
    () => {
      const [pid] = checks()
      if (pid === undefined) return false
      process.kill(pid, 'SIGSTOP')
      if (isRead()) return pid
      process.kill(pid, 'SIGCONT')
      return false
    },
    // The process makes progress between two attempts.
    { timeout: 50_000, interval: 40 },
  )
}

test('damage in a large database is found after it is opened, and the next start refuses it', async () => {
  await createDatabase(500)
  copyFileSync(file(), `${file()}.backup`)
  damage()
  const store = await open(large)
  await vi.waitUntil(() => store.lost.aborted, { timeout: 50_000 })
  expect(String(store.lost.reason)).toMatch(/the database \S+ is damaged \(.+\)\. Restore a backup/)
  await store.close()
  await expect(open(large)).rejects.toThrow(/is damaged \(.+\)\. Restore a backup/)

  copyFileSync(`${file()}.backup`, file())
  const restored = await open(large)
  expect(existsSync(`${file()}-damaged`)).toBe(false)
  await vi.waitUntil(() => checks().length === 0, { timeout: 50_000 })
  expect(restored.lost.aborted).toBe(false)
})

test('an erasure interrupts the check, which then continues', async () => {
  await createDatabase(10_000)
  const store = await open(large)
  const stopped = await stopWhileReading()
  const startedAt = performance.now()
  await store.people.erase([{ runId: 'unknown', upTo: 0 }])
  expect(performance.now() - startedAt).toBeLessThan(9000)
  expect(checks()).not.toContain(stopped)
  await vi.waitUntil(() => checks().length === 1, { timeout: 50_000 })
  await vi.waitUntil(() => checks().length === 0, { timeout: 50_000 })
  expect(store.lost.aborted).toBe(false)
})

test('while the WAL grows, the check is interrupted, and it is completed later', async () => {
  await createDatabase(10_000)
  const writer = new Database(file())
  const lost = new AbortController()
  const onError = vi.fn<(error: Error) => void>()
  const onWarning = vi.fn<(warning: string) => void>()
  const check = startBackgroundCheck({ file: file(), lost, onError, onWarning, growth: 1_000_000 })
  try {
    const stopped = await stopWhileReading()
    writer.exec('UPDATE ballast SET number = number + 1 WHERE number <= 400')
    await vi.waitUntil(() => !checks().includes(stopped), { timeout: 20_000 })
    await vi.waitUntil(() => !isRead(), { timeout: 5000 })
    await vi.waitUntil(() => onWarning.mock.calls.length === 1, { timeout: 5000 })
    expect(onWarning.mock.calls[0]![0]).toMatch(
      /was interrupted, because much was written meanwhile\. It continues in 10 s\.$/,
    )
    await vi.waitUntil(() => checks().length === 1, { timeout: 50_000 })
    await vi.waitUntil(() => checks().length === 0, { timeout: 50_000 })
    expect(lost.signal.aborted).toBe(false)
    expect(onError).not.toHaveBeenCalled()
  } finally {
    await check.stop()
    writer.close()
  }
})

test('closing a store ends its check', async () => {
  await createDatabase(10_000)
  const store = await open(large)
  await stopWhileReading()
  await store.close()
  expect(checks()).toEqual([])
  expect(existsSync(`${file()}-wal`)).toBe(false)
})

test('a check that was killed is reported, and the store stays usable', async () => {
  await createDatabase(10_000)
  const onError = vi.fn<(error: unknown) => void>()
  const store = await open({ ...large, onError })
  process.kill(await stopWhileReading(), 'SIGKILL')
  await vi.waitUntil(() => onError.mock.calls.length > 0, { timeout: 50_000 })
  expect(String(onError.mock.calls[0]![0])).toMatch(/could not be checked for damage: .+ ended with SIGKILL/)
  await store.ready()
})

test('a check ends when the process that started it is killed', async () => {
  await createDatabase(10_000)
  const opener = fork(new URL('open-until-killed.ts', import.meta.url), [
    file(),
    Buffer.from(piiKey).toString('hex'),
  ])
  const stopped = await stopWhileReading()
  opener.kill('SIGKILL')
  process.kill(stopped, 'SIGCONT')
  await vi.waitUntil(() => checks().length === 0, { timeout: 50_000 })
  await vi.waitUntil(() => !isRead(), { timeout: 20_000 })
})

test('the environment of the check contains no secrets', async () => {
  await createDatabase(10_000)
  vi.stubEnv('PII_KEY', 'secret')
  await open(large)
  const pid = await stopWhileReading()
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('secret')
  process.kill(pid, 'SIGCONT')
})
