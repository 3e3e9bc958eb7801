import { funnels } from '#domain/funnels/index.ts'
import { shiftDay } from '#domain/reports/day-range.ts'
import { type FunnelCounts, experimentsReport, planDays } from '#domain/reports/experiments/compute.ts'
import { experimentsContract } from '#domain/reports/experiments/shape.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { presentVersions } from '#service/reports/read/count-runs.ts'
import { readAtOnePosition } from '#service/reports/read/at-one-position.ts'

export const experiments = defineReport({
  contract: experimentsContract,
  summary: 'Experiments with variants of funnels, and how many runs and days a further one would need',
  async read({ reports, funnelOf, now }) {
    const at = now()
    const today = berlinDay(at)
    const declared = funnels.map(({ type }) => funnelOf(type)!)
    const parts = await readAtOnePosition(() =>
      Promise.all(
        declared.map(async (funnel) => {
          // Steps of other versions have other meanings under the same numbers.
          const range = { funnels: [funnel.type], versions: presentVersions(funnel), segment: {} }
          const recent = await reports.counts({
            ...range,
            from: shiftDay(today, -planDays),
            to: shiftDay(today, -1),
            kinds: ['stage', 'completed'],
          })
          const { experiments: own = [] } = funnel
          const first = own.map(({ from }) => berlinDay(Date.parse(from))).toSorted()[0]
          const byVariant =
            first === undefined || first > today
              ? { ...recent, groups: [] }
              : await reports.counts({ ...range, from: first, to: today, kinds: ['variant'] })
          return {
            asOfPosition: byVariant.asOfPosition,
            counts: {
              funnel,
              recent: recent.groups[0]?.measures ?? [],
              byVariant: byVariant.groups[0]?.measures ?? [],
            } satisfies FunnelCounts,
          }
        }),
      ),
    )
    return { now: at, asOfPosition: parts[0]!.asOfPosition, counts: parts.map(({ counts }) => counts) }
  },
  compute: ({ counts, ...about }, { lift }) => experimentsReport({ ...about, lift }, counts),
})
