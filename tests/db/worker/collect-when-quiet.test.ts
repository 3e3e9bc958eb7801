import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createCheck } from '#db/worker/collect-when-quiet.ts'

const megabyte = 1024 * 1024

/** A thread on which 10 ms between two checks are quiet, and whose garbage is `size - 20` MB. */
function startThread() {
  const thread = { usedMs: 0, size: 60, collections: 0 }
  const check = createCheck(
    {
      usedMs: () => thread.usedMs,
      size: () => thread.size * megabyte,
      collect() {
        thread.collections++
        thread.usedMs += 200
        thread.size = 20
      },
    },
    10,
  )
  return { thread, check }
}

describe('a thread', () => {
  test('collects its garbage when it was quiet between two checks', () => {
    const { thread, check } = startThread()
    thread.usedMs += 10
    check()
    expect(thread).toMatchObject({ collections: 1, size: 20 })
  })

  test('does not collect under load, but when the load has ended', () => {
    const { thread, check } = startThread()
    for (let checks = 1; checks <= 3; checks++) {
      thread.usedMs += 11
      check()
    }
    expect(thread.collections).toBe(0)
    check()
    expect(thread.collections).toBe(1)
  })

  test('collects again only when its memory has grown by 4 MB', () => {
    const { thread, check } = startThread()
    check()
    thread.size = 23
    check()
    expect(thread.collections).toBe(1)
    thread.size = 24
    check()
    expect(thread.collections).toBe(2)
  })

  test('does not take its own collection for load', () => {
    const { thread, check } = startThread()
    check()
    thread.size = 60
    check()
    expect(thread.collections).toBe(2)
  })
})

/** Prints the resident memory in MB with 100 MB of garbage, and when 50 ms have been quiet often enough. */
const script = `
  import { collectWhenQuiet } from ${JSON.stringify(path.resolve('db/worker/collect-when-quiet.ts'))}
  let kept = Array.from({ length: 1e6 }, (_, index) => ({ text: 'text ' + index, index }))
  collectWhenQuiet(50)
  kept = undefined
  const megabytes = () => process.memoryUsage.rss() / 1e6
  const before = megabytes()
  const end = Date.now() + Number(process.env.LASTS_MS)
  const timer = setInterval(() => {
    if (megabytes() > before - 50 && Date.now() < end) return
    console.log(JSON.stringify({ before, after: megabytes() }))
    clearInterval(timer)
  }, 200)`

async function memoryOf(flags: string[], lastsMs: number): Promise<{ before: number; after: number }> {
  const args = [...flags, '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { LASTS_MS: String(lastsMs) } })
  return JSON.parse(stdout) as { before: number; after: number }
}

test('a quiet process returns the memory of its garbage to the operating system', async () => {
  const { before, after } = await memoryOf(['--expose-gc'], 20_000)
  expect(before - after).toBeGreaterThan(50)
})

test('without the flag, a process keeps it', async () => {
  const { before, after } = await memoryOf([], 1000)
  expect(before - after).toBeLessThan(50)
})
