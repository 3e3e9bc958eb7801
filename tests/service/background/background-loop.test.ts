import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startLoop } from '#service/background/background-loop.ts'
import { silent, until } from '#tests/service/projections/projected-store.ts'

test('a failing loop logs a warning, then errors, waits longer after each failure, and recovers', async () => {
  const lines: { level: number; msg: string; nextTryMs?: number }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) })
  let calls = 0
  const startedAt = Date.now()
  const work = async () => {
    calls += 1
    if (calls <= 2) throw new Error('the disk is full')
    return false
  }
  const loop = startLoop({ name: 'projections', work, pollMs: 60_000, log })
  await until('first failure', () => lines.length === 1)
  for (let index = 0; index < 5; index++) loop.wake()
  await until('recovered', () => calls === 3)
  await loop.stop()
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1450)
  expect(lines.map(({ level, msg, nextTryMs }) => [level, msg, nextTryMs])).toEqual([
    [40, 'projections: failed, will be retried', 500],
    [50, 'projections: failed, will be retried', 1000],
    [30, 'projections: recovered', undefined],
  ])
})

test('stopping waits for the current call and makes no further one', async () => {
  let finish: (() => void) | undefined
  let [begun, ended] = [0, 0]
  const work = async () => {
    begun += 1
    await new Promise<void>((resolve) => (finish = resolve))
    ended += 1
    return true
  }
  const loop = startLoop({ name: 'test', work, pollMs: 1, log: silent })
  const stopped = loop.stop()
  setTimeout(() => finish?.(), 10)
  await stopped
  expect([begun, ended]).toEqual([1, 1])
})

test('a wake-up during a call causes another call', async () => {
  let finish: (() => void) | undefined
  let begun = 0
  const work = async () => {
    begun += 1
    if (begun === 1) await new Promise<void>((resolve) => (finish = resolve))
    return false
  }
  const loop = startLoop({ name: 'test', work, pollMs: 60_000, log: silent })
  loop.wake()
  finish?.()
  await until('worked again', () => begun === 2)
  await loop.stop()
})
