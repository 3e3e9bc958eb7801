import { expect, test } from 'vitest'
import { annotationsContract } from '#domain/reports/annotations/shape.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { describeRecount } from './recount-engines.ts'
import { type KnownRun, berlin, daysOfWorld, knownRuns } from './recount-runs.ts'
import type { World } from './recount-worlds.ts'

// Compares the figures before and after an annotation with those counted from the raw events.

const day = 24 * 3600 * 1000
const shifted = (one: string, days: number) => berlin(Date.parse(one) + days * day)
const weekday = (one: string) => new Date(one).getUTCDay()

function sideOf(runs: readonly KnownRun[], days: readonly string[]) {
  const counted = runs.filter((run) => days.includes(run.day))
  return { runs: counted.length, orders: counted.filter(({ order }) => order !== undefined).length }
}

/**
 * Returns the difference of the rates by the formula of Mantel and Haenszel, over weekdays and funnels. Returns null if
 * fewer than 20 runs are known before or after, or if fewer than 8 of them are of a weekday and funnel with runs on both
 * sides.
 */
function differenceOf(runs: readonly KnownRun[], before: readonly string[], after: readonly string[]) {
  let [weights, sum, comparedBefore, comparedAfter] = [0, 0, 0, 0]
  for (const same of Map.groupBy(runs, (run) => `${run.funnel} ${weekday(run.day)}`).values()) {
    const [earlier, later] = [sideOf(same, before), sideOf(same, after)]
    if (earlier.runs === 0 || later.runs === 0) continue
    const weight = (earlier.runs * later.runs) / (earlier.runs + later.runs)
    weights += weight
    comparedBefore += earlier.runs
    comparedAfter += later.runs
    sum += weight * (later.orders / later.runs - earlier.orders / earlier.runs)
  }
  if (Math.min(sideOf(runs, before).runs, sideOf(runs, after).runs) < 20) return null
  return Math.min(comparedBefore, comparedAfter) < 8 ? null : sum / weights
}

/** Returns the day of the annotation of a world: the last one before the days of the previous world. */
const annotatedDay = (world: number) => shifted(daysOfWorld(world).first, -5)

/** At least 20 runs on each of the two days of a world, as a difference needs. Every third run has an order. */
const moreRuns = Array.from({ length: 44 }, (_, index) => {
  const run = { runId: `run-8${index}`, at: noon + (index % 2) * day }
  const start = storedEvent('start', run)
  return index % 3 === 0 ? [start, storedEvent('complete', run)] : [start]
}).flat()

describeRecount('annotations', (worlds) => {
  test('the figures before and after an annotation', async () => {
    const earlier: KnownRun[] = []
    let differences = 0
    const check = async ({ number, delivered, runs, past }: World) => {
      const { store, clock } = worlds().reports.service
      const isPast = past.asOf !== undefined
      const asOfAt = isPast ? await store.log.timeAt(past.asOf!) : undefined
      if (!isPast) clock.set(daysOfWorld(number).at + 3 * day)
      const today = berlin(asOfAt ?? clock.now())
      const known = [...earlier, ...runs]
      earlier.push(...knownRuns(delivered))
      // Written now, so that it is known to every past report of the next world.
      await store.operations.append({
        type: 'annotated',
        once: `annotated:${number}`,
        day: annotatedDay(number + 1),
        data: { title: `Welt ${number}`, source: 'person' },
      })
      if (number === 0) return
      const at = annotatedDay(number)
      const report = await worlds().ask(annotationsContract.shape, 'annotations', {
        from: at,
        to: at,
        ...past,
      })
      const [annotation, ...others] = report.annotations.filter(({ kind }) => kind === 'note')
      expect(others).toEqual([])
      expect(annotation).toMatchObject({ day: at, title: `Welt ${number - 1}` })
      const week = [1, 2, 3, 4, 5, 6, 7]
      const after = week.map((offset) => shifted(at, offset)).filter((one) => one < today)
      const before = week
        .map((offset) => shifted(at, -offset))
        .filter((one) => after.some((other) => weekday(other) === weekday(one)))
      const { effect } = annotation!
      expect(effect).toMatchObject({
        days: after.length,
        before: sideOf(known, before),
        after: sideOf(known, after),
      })
      const difference = differenceOf(known, before, after)
      expect(effect!.difference === null).toBe(difference === null)
      if (difference === null) return
      differences += 1
      expect(effect!.difference!.value).toBeCloseTo(difference, 10)
    }
    // Worlds begin four days apart, so the weekdays of a world are those of the third before it or, unless the report is
    // past, of the second before it.
    await worlds().inEveryWorld(check, { more: moreRuns, seenAll: () => differences > 0 })
  })
})
