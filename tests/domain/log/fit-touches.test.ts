import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitTouches, maxTouchBytes } from '#domain/log/fit-touches.ts'
import type { Touch } from '#domain/events/stored-event.ts'
import { noon } from '#tests/build-events.ts'

const bytesOf = (touches: readonly Touch[]) => Buffer.byteLength(JSON.stringify(touches))
/** Returns a marketing touch (a visit via a campaign) whose JSON has the given size in bytes. */
const sized = (at: number, bytes: number): Touch => {
  const bare = Buffer.byteLength(JSON.stringify({ at, source: '' }))
  return { at, source: 'a'.repeat(bytes - bare) }
}
const offsets = (touches: readonly Touch[]) => touches.map(({ at }) => at - noon)

test.each<[string, number[], number[]]>([
  ['nothing', [], []],
  ['one', [200], [0]],
  ['touches that fit exactly', [1000, 1045], [0, 1]],
  ['twelve short ones', Array<number>(12).fill(100), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ['a few touches that are too large', [500, 500, 500, 500, 500], [0, 2, 3, 4]],
  ['a large oldest touch in the middle', [600, 100, 700, 700], [0, 2, 3]],
  ['touches of which the first and last fill the limit', [1000, 100, 100, 1000], [0, 3]],
])('keeps the first and last of %s and the newest between them', (_, sizes, kept) => {
  const touches = sizes.map((bytes, index) => sized(noon + index, bytes))
  const fitting = fitTouches(touches)
  expect(offsets(fitting)).toEqual(kept)
  expect(fitting).toEqual(kept.map((index) => touches[index]))
})

const long = (at: number): Touch => ({
  at,
  source: 'google',
  medium: '€'.repeat(200),
  campaign: '😀'.repeat(100),
  content: '"'.repeat(200),
  term: 'x'.repeat(200),
  clickIds: ['gclid'],
})
/**
 * Returns a copy in which each value that was truncated is one character longer. The touches must then no longer fit.
 */
const longer = (touch: Touch) => ({
  ...touch,
  medium: `${touch.medium}€`,
  campaign: `${touch.campaign}😀`,
  content: `${touch.content}"`,
  term: `${touch.term}x`,
})

test('truncates the values of first and last touch to the largest common length that fits', () => {
  const touches = [long(noon), long(noon + 1), long(noon + 2)]
  const fitting = fitTouches(touches)
  expect(offsets(fitting)).toEqual([0, 2])
  const [first, last] = fitting
  expect(first).toEqual({ ...last, at: noon })
  const { length } = first!.term!
  expect(first).toMatchObject({
    source: 'google',
    medium: '€'.repeat(length),
    campaign: '😀'.repeat(length),
    content: '"'.repeat(length),
    clickIds: ['gclid'],
  })
  expect(bytesOf(fitting)).toBeLessThanOrEqual(maxTouchBytes)
  expect(bytesOf(fitting.map(longer))).toBeGreaterThan(maxTouchBytes)
})

const value = fc.string({ unit: fc.constantFrom('a', 'ü', '€', '😀', '"', '\\'), maxLength: 100 })
const touch = fc.record(
  {
    at: fc.integer({ min: 0, max: noon }),
    source: value,
    medium: value,
    campaign: value,
    content: value,
    term: value,
    clickIds: fc.constant(['gclid', 'fbclid', 'msclkid', 'ttclid', 'twclid'] as const),
  },
  { requiredKeys: ['at'] },
) as unknown as fc.Arbitrary<Touch>

test('random touches fit, keep first and last and their order, and lose nothing unnecessarily', () => {
  fc.assert(
    fc.property(fc.array(touch, { maxLength: 12 }), (touches) => {
      const fitting = fitTouches(touches)
      expect(bytesOf(fitting)).toBeLessThanOrEqual(maxTouchBytes)
      const ends = touches.length < 2 ? touches : [touches[0]!, touches.at(-1)!]
      if (bytesOf(touches) <= maxTouchBytes) {
        expect(fitting).toEqual(touches)
      } else if (bytesOf(ends) > maxTouchBytes) {
        expect(offsets(fitting)).toEqual(offsets(ends))
      } else {
        const newest = touches.slice(touches.length - fitting.length + 1)
        expect(fitting).toEqual([touches[0], ...newest])
        const oneMore = touches[touches.length - fitting.length]!
        expect(bytesOf([touches[0]!, oneMore, ...newest])).toBeGreaterThan(maxTouchBytes)
      }
    }),
  )
})
