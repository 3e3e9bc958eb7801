import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimitedLog } from '#service/observability/limited-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openLog() {
  const lines: { level: number; msg: string; [key: string]: unknown }[] = []
  const log = createLimitedLog(
    pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  )
  const warn = (fields: object = {}, key = '') => log({ level: 'warn', key, fields, message: 'refused' })
  return { lines, log, warn }
}

test('writes the first line of each kind at once, then one line a minute with the number of the others', () => {
  const { lines, warn } = openLog()
  for (let n = 1; n <= 1000; n += 1) warn({ n })
  expect(lines).toMatchObject([{ level: 40, msg: 'refused', n: 1 }])
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(1)).toMatchObject([{ msg: 'refused', n: 1000, count: 999 }])
  warn({ n: 2 })
  vi.advanceTimersByTime(59_000)
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(1000)
  expect(lines[2]).toMatchObject({ n: 2 })
  // After a minute without lines, the next line is written without a delay.
  vi.advanceTimersByTime(120_000)
  warn({ n: 3 })
  expect(lines).toHaveLength(4)
})

test('distinguishes kinds by message and key; kinds over the maximum share one limit', () => {
  const { lines, log, warn } = openLog()
  warn({}, 'a')
  warn({}, 'b')
  warn({}, 'a')
  log({ level: 'warn', fields: {}, message: 'another' })
  expect(lines).toHaveLength(3)
  for (let key = 0; key < 10_000; key += 1) warn({}, `key ${key}`)
  expect(lines.length).toBeLessThanOrEqual(201)
})
