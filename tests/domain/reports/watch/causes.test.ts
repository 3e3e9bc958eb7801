import { expect, test } from 'vitest'
import { causesInSteps } from '#domain/reports/watch/causes.ts'
import type { Episode } from '#domain/reports/watch/episodes.ts'
import { indexSeries } from '#domain/reports/watch/index-series.ts'
import { hoursPerDay, subjectOf } from '#domain/reports/watch/series.ts'
import { runSteps } from '#domain/reports/watch/steps.ts'
import { type Period, createSummed } from '#domain/reports/watch/usual.ts'
import { begin, days } from './planted-site.ts'

const hours = (from: number, to: number): Period => ({ from: begin + from, to: begin + to })

/** A funnel in which 2 of 20 runs an hour are lost at step 1, but 10 of them in these hours. */
function lossOf(funnel: string, lossy: Period) {
  const length = days * hoursPerDay
  const isLossy = (hour: number) => hour >= lossy.from && hour < lossy.to
  return createSummed([])({
    subject: subjectOf('loss', { funnel, step: 1 }),
    slice: null,
    per: 'hour',
    all: new Uint32Array(length).fill(20),
    hits: new Uint32Array(length).map((_, hour) => (isLossy(hour) ? 10 : 2)),
  })
}

/** Returns the funnels of the causes of faults that were found in these hours of the funnels' series. */
function causesOf(lossy: Readonly<Record<string, Period>>, found: Readonly<Record<string, Period>>) {
  const series = Object.entries(lossy).map(([funnel, period]) => lossOf(funnel, period))
  const episodes = Object.entries(found).map(([funnel, period], index): Episode => {
    const one = series.find(({ subject }) => subject.funnel === funnel)!
    const signal = { series: one, period, probability: (index + 1) * 1e-9 }
    return { key: one.key, series: one, signal, period, closedAt: period.to }
  })
  const causes = runSteps(causesInSteps(episodes, indexSeries(series)))
  return causes.map(({ episode }) => episode.series.subject.funnel)
}

/** The faults overlap in one hour, in which neither funnel of a fault has losses of the other one. */
const found = { anmeldung: hours(0, 6), abmeldung: hours(5, 12) }

test('losses of a step that each occur in one funnel are two causes', () => {
  expect(causesOf({ anmeldung: hours(0, 5), abmeldung: hours(6, 12) }, found)).toEqual([
    'anmeldung',
    'abmeldung',
  ])
})

test('losses of a step that each occur in several funnels are one cause', () => {
  const lossy = {
    anmeldung: hours(0, 5),
    aenderung: hours(0, 5),
    abmeldung: hours(6, 12),
    zusaetzlich: hours(6, 12),
  }
  expect(causesOf(lossy, found)).toEqual(['anmeldung'])
})

test('losses of a step explain those of another funnel in which it occurs as well', () => {
  expect(causesOf({ anmeldung: hours(0, 12), abmeldung: hours(0, 12) }, found)).toEqual(['anmeldung'])
})
