import type { Funnel } from '#domain/forms/define-funnel.ts'
import { type FunnelOf, funnels } from '#domain/funnels/index.ts'
import { shiftDay } from '#domain/reports/day-range.ts'
import { type FunnelCounts, experimentsReport, planDays } from '#domain/reports/experiments/compute.ts'
import { experimentsCsv } from '#domain/reports/experiments/csv.ts'
import { experimentsContract } from '#domain/reports/experiments/shape.ts'
import { parseMoment } from '#domain/time/berlin-moment.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import type { ReportSource } from '#service/reports/define/report.ts'
import { presentVersions } from '#service/reports/read/count-runs.ts'
import { readAtOnePosition } from '#service/reports/read/at-one-position.ts'

export const experiments = defineReport({
  contract: experimentsContract,
  summary: 'Experiments with variants of funnels, and how many runs and days a further one would need',
  past: ({ asOf }) => ({
    range: async (context) =>
      countedDays(declaredFunnels(context.funnelOf), berlinDay(await timeOf(context, asOf))),
  }),
  async read(source, { asOf }) {
    const { reports } = source
    const declared = declaredFunnels(source.funnelOf)
    const at = await timeOf(source, asOf)
    const today = berlinDay(at)
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
          const first = firstDay(funnel)
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
  csv: { fileName: ({ lift }) => `experiments-${lift}`, table: experimentsCsv },
})

function declaredFunnels(funnelOf: FunnelOf): Funnel[] {
  return funnels.map(({ type }) => funnelOf(type)!)
}

/** Returns the day on which the first experiment of a funnel begins; undefined if it has none. */
function firstDay({ experiments: own = [] }: Funnel): string | undefined {
  return own.map(({ from }) => berlinDay(Date.parse(from))).toSorted()[0]
}

/** Returns the days whose runs the report of a day counts. */
function countedDays(declared: readonly Funnel[], today: string): { from: string; to: string } {
  const begins = [shiftDay(today, -planDays), ...declared.flatMap((funnel) => firstDay(funnel) ?? [])]
  return { from: begins.toSorted()[0]!, to: today }
}

/** Returns the time as of which the report is read, in ms since the epoch. `asOf` is a position or a minute in Berlin. */
async function timeOf(
  { store, now }: { store: Pick<ReportSource['store'], 'log'>; now: () => number },
  asOf: number | string | undefined,
): Promise<number> {
  const at = typeof asOf === 'number' ? await store.log.timeAt(asOf) : asOf && parseMoment(asOf)
  return typeof at === 'number' ? at : now()
}
