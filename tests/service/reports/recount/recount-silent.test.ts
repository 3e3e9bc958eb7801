import { expect, test } from 'vitest'
import { silentContract } from '#domain/reports/drop-off/silent-shape.ts'
import { stagesOf } from './recount-figures.ts'
import { dropOffQuery, ofReport } from './recount-request.ts'
import { describeRecount } from './recount-engines.ts'
import type { KnownRun } from './recount-runs.ts'
import { expectSame } from './recount-worlds.ts'

// Compares the figures about losses without a message with figures computed independently from the raw events.

describeRecount('losses without a message', (worlds) => {
  test('where visitors were last, and how they used the fields', () =>
    worlds().inEveryWorld(async (world) => {
      const { runs } = ofReport(world)
      const report = await worlds().ask(silentContract.shape, 'drop-off/silent', dropOffQuery(world))
      const lost = stagesOf(runs)
      expect(report.steps.map(({ step }) => step)).toEqual([1, 2, 3, 4])
      for (const { step, fields, lastFields, ...counts } of report.steps) {
        const silent = runs.filter(({ silentAt }) => silentAt === step)
        const known = silent.filter(({ lastField }) => lastField !== undefined)
        expect(counts).toMatchObject({
          lost: lost[step - 1]!.lost,
          silent: silent.length,
          silentRate: silent.length === 0 ? 0 : silent.length / lost[step - 1]!.lost,
          unknownLastField: silent.length - known.length,
        })
        expectSame(
          lastFields.map(({ field, runs: count, share }) => ({ field, count, share })),
          [...Map.groupBy(known, ({ lastField }) => lastField!)].map(([field, some]) => {
            return { field, count: some.length, share: some.length / known.length }
          }),
        )
        const used = new Set(runs.flatMap((run) => fieldsOn(run, step)))
        expectSame(
          fields.map(({ field }) => field),
          [...used],
        )
        for (const { field, left, passed, longerThanSeconds, slowBucket } of fields) {
          const key = `${step}|${field}`
          const users = runs.filter((run) => run.fields.has(key))
          const usesOf = (some: KnownRun[]) => some.map((run) => run.fields.get(key)!)
          const ofLeft = usesOf(users.filter(({ silentAt }) => silentAt === step))
          const ofPassed = usesOf(users.filter(({ silentAt }) => silentAt !== step))
          const isSlow = slowFrom(ofPassed)
          expect(slowBucket === null).toBe(ofPassed.length === 0)
          if (slowBucket !== null) expect(longerThanSeconds! / 1.5 ** (slowBucket - 1)).toBeCloseTo(1, 1)
          for (const [group, uses] of [
            [left, ofLeft],
            [passed, ofPassed],
          ] as const) {
            const { medianSeconds, ...figures } = group
            expect(figures).toEqual({
              runs: uses.length,
              slow: uses.filter(isSlow).length,
              corrected: uses.filter(({ edits }) => edits > 0).length,
              neverFilled: uses.filter(({ neverFilled }) => neverFilled).length,
            })
            expectMedian(
              medianSeconds,
              uses.map(({ ms }) => Math.min(600, ms / 1000)),
            )
          }
        }
      }
    }))
})

type Use = KnownRun['fields'] extends Map<string, infer Value> ? Value : never

const fieldsOn = ({ fields }: KnownRun, step: number) =>
  [...fields.keys()].flatMap((key) => (key.startsWith(`${step}|`) ? key.slice(2) : []))

/** Returns whether a time is slow: at least the lowest limit, a power of 1.5 s, that at most a quarter reaches. */
function slowFrom(passed: Use[]): (use: Use) => boolean {
  if (passed.length === 0) return () => false
  const limits = Array.from({ length: 40 }, (_, power) => 1000 * 1.5 ** power)
  const limit = limits.find((from) => 4 * passed.filter(({ ms }) => ms >= from).length <= passed.length)!
  return ({ ms }) => ms >= limit
}

function expectMedian(given: number | null, times: number[]): void {
  if (times.length === 0) return expect(given).toBeNull()
  const sorted = times.toSorted((a, b) => a - b)
  const exact = (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2
  expect(Math.abs(given! - exact)).toBeLessThanOrEqual(Math.max(0.25 * exact, 1))
}
