// @module-tag slow
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { eventNow, postEvents } from '#tests/faults/support/post-events.ts'
import { replicaProcesses } from '#tests/faults/support/replicas/replica-processes.ts'
import { allVariants } from '#tests/variants.ts'

const second = 1000
const hour = 3600 * second
const preload = path.resolve(import.meta.dirname, '../support/skewed-clock.mjs')

/** Values by which the other process's clock is ahead of the first one's, in ms. */
const skews = allVariants ? [0, 1, 200, 5 * second, hour, -hour] : [hour]
const races = allVariants ? 60 : 20
/** Long enough for two requests to a replica that has just started, on a busy machine. */
const windowMs = 5 * second

describe('replicas whose clocks disagree', { timeout: 120_000 }, () => {
  const { start } = replicaProcesses()
  const startAhead = (ms: number) =>
    start('ingest', { NODE_OPTIONS: `--import=${preload}`, SKEW_MS: String(ms) })

  test('store the same content once when it is sent to both at the same moment', async () => {
    const right = await startAhead(0)
    for (const ahead of skews) {
      const other = await startAhead(ahead)
      const stored: number[] = []
      for (let race = 0; race < races; race += 1) {
        const event = eventNow('step')
        const responses = await Promise.all(
          [right, other].map(({ url }) => postEvents(url, [{ ...event, id: uuidv7() }])),
        )
        const results = responses.flatMap(({ results: [result] }) => result)
        expect(
          results.map((result) => String(result?.status)).toSorted((a, b) => a.localeCompare(b)),
        ).toEqual(['duplicate', 'stored'])
        stored.push(new Set(results.map((result) => 'position' in result! && result.position)).size)
      }
      expect(stored.every((positions) => positions === 1)).toBe(true)
      await other.end('SIGTERM')
    }
  })

  test('suppress a repeat at another replica for the whole window and no longer', async () => {
    const [late, early] = await Promise.all(
      [-hour, hour].map((ms) =>
        start('ingest', {
          NODE_OPTIONS: `--import=${preload}`,
          SKEW_MS: String(ms),
          DEDUPE_WINDOW_MS: String(windowMs),
        }),
      ),
    )
    const event = eventNow('step')
    const send = async (url: string) =>
      (await postEvents(url, [{ ...event, id: uuidv7() }])).results[0]?.status
    expect(await send(late!.url)).toBe('stored')
    expect(await send(early!.url)).toBe('duplicate')
    await new Promise((resolve) => setTimeout(resolve, windowMs + 100))
    expect(await send(early!.url)).toBe('stored')
    expect(await send(late!.url)).toBe('duplicate')
  })
})
