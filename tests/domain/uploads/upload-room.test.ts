import { expect, test } from 'vitest'
import {
  type RoomCandidate,
  decideRoom,
  maxRemovals,
  minWeight,
  silentForMs,
} from '#domain/uploads/upload-room.ts'

const now = 1_800_000_000_000
const unit = minWeight
const silent = now - silentForMs - 1
const held = (id: string, units: number, lastSeenAt = silent): RoomCandidate => ({
  id,
  size: units * unit,
  lastSeenAt,
})

test.each([
  ['accepts an upload that fills the quota exactly', [], { used: 6, wanted: 4 }, true, []],
  ['refuses an upload if nothing can be removed', [], { used: 7, wanted: 4 }, false, []],
  [
    'removes the oldest upload of a silent run',
    [held('a', 3), held('b', 3)],
    { used: 9, wanted: 4 },
    true,
    ['a'],
  ],
  [
    'removes as many uploads as needed',
    [held('a', 1), held('b', 1), held('c', 9)],
    { used: 10, wanted: 2 },
    true,
    ['a', 'b'],
  ],
  [
    'keeps uploads of a run active an hour ago',
    [held('a', 9, silent + 1), held('b', 5)],
    { used: 10, wanted: 4 },
    true,
    ['b'],
  ],
  [
    'removes uploads even if that does not free enough',
    [held('a', 1)],
    { used: 10, wanted: 4 },
    false,
    ['a'],
  ],
  ['removes nothing if there is room', [held('a', 1)], { used: 1, wanted: 1 }, true, []],
])('%s', (_, candidates, { used, wanted }, fits, remove) => {
  const request = { quota: 10 * unit, used: used * unit, wanted: wanted * unit, now }
  expect(decideRoom(candidates, request)).toEqual({ fits, remove })
})

test('counts an upload of one byte with the minimum size', () => {
  const request = { quota: 10 * unit, used: 10 * unit, wanted: 1, now }
  expect(decideRoom([], request).fits).toBe(false)
  expect(decideRoom([{ id: 'a', size: 1, lastSeenAt: silent }], request)).toEqual({
    fits: true,
    remove: ['a'],
  })
})

test('limits the number of uploads removed for one upload', () => {
  const many = Array.from({ length: maxRemovals + 50 }, (_, at) => held(String(at), 1))
  const { fits, remove } = decideRoom(many, { quota: 10 * unit, used: 1000 * unit, wanted: unit, now })
  expect([fits, remove.length]).toEqual([false, maxRemovals])
})
