import { expect, test } from 'vitest'
import { createSteadyClock } from '#db/log/steady-clock.ts'

function opened() {
  const system = { wall: 1000, tick: 0 }
  const clock = createSteadyClock(
    () => system.wall,
    () => system.tick,
  )
  const pass = (ms: number, setBy = 0) => {
    system.wall += ms + setBy
    system.tick += ms
    return clock()
  }
  return { clock, pass }
}

test('follows the system clock, even when it is set ahead', () => {
  const { pass } = opened()
  expect(pass(10)).toBe(1010)
  expect(pass(10, 3_600_000)).toBe(3_601_020)
})

test('continues at normal speed when the system clock is set back', () => {
  const { pass } = opened()
  pass(10)
  expect(pass(10, -3_600_000)).toBe(1020)
  // The clock is read four times per millisecond, as happens under load.
  const readings = Array.from({ length: 40 }, () => pass(0.25))
  expect(readings.at(-1)).toBe(1030)
})
