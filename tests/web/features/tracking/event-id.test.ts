import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newEventId } from '#web/features/tracking/event-id.ts'

afterEach(() => void vi.useRealTimers())

test('ids are UUIDs of version 7 that contain the time and sort in order of creation', () => {
  const before = Date.now()
  const ids = Array.from({ length: 20_000 }, newEventId)
  for (const id of ids) z.uuidv7().parse(id)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(timeOf(ids[0]!)).toBeGreaterThanOrEqual(before)
  expect(timeOf(ids[0]!)).toBeLessThanOrEqual(Date.now())
})

test('ids remain in order when the clock is set back', () => {
  const first = newEventId()
  vi.useFakeTimers({ now: Date.now() - 3_600_000 })
  const second = newEventId()
  expect(second > first).toBe(true)
})

const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
