import { funnels } from '#domain/funnels/index.ts'
import {
  type AnnotationsData,
  annotatedTypes,
  annotationsReport,
} from '#domain/reports/annotations/compute.ts'
import { annotationsCsv } from '#domain/reports/annotations-csv/csv.ts'
import { comparedDays } from '#domain/reports/annotations/effect.ts'
import {
  type DailyRuns,
  campaignPause,
  noticeCampaigns,
  noticeVersions,
  sumByDay,
} from '#domain/reports/annotations/noticed.ts'
import { annotationsContract } from '#domain/reports/annotations/shape.ts'
import { endKinds, readEnds } from '#domain/reports/counted-runs.ts'
import { type DayRange, shiftDay } from '#domain/reports/day-range.ts'
import { valuesOfPair } from '#domain/reports/pair-keys.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import type { GroupDimension } from '#db/ports/report-store.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import type { ReportSource } from '#service/reports/define/report.ts'

const types = funnels.map(({ type }) => type)

/** Days before the range that are searched for earlier runs of a version. A version without any of them is new. */
const versionHistory = 400

/** Maximum number of events read for a range. People and scripts write a few per week. */
const maxEvents = 2000

export const annotations = defineReport({
  contract: annotationsContract,
  summary: 'What happened on the days of a range, with the conversion rate before and after',
  past: true,
  read: (source, query) => readAnnotations(source, query, query.asOf !== undefined),
  compute: (data, { from, to, funnel }) => annotationsReport({ from, to }, { funnel }, data),
  csv: { fileName: ({ from, to }) => `annotations-${from}-${to}`, table: annotationsCsv },
})

async function readAnnotations(
  source: ReportSource,
  { from, to }: DayRange,
  isPast: boolean,
): Promise<AnnotationsData> {
  const { operations, log } = source.store
  const versions = await readDaily(source, 'version', {
    from: shiftDay(from, -versionHistory),
    to: shiftDay(to, comparedDays),
  })
  const first = shiftDay(from, -campaignPause)
  const campaigns = await readDaily(source, 'campaign', { from: first, to: shiftDay(to, campaignPause) })
  const { asOfPosition } = versions
  const upTo = isPast ? { upTo: asOfPosition } : {}
  const at = isPast ? await log.timeAt(asOfPosition) : undefined
  const today = berlinDay(at ?? source.now())
  return {
    asOfPosition,
    today,
    events: await operations.read({ types: annotatedTypes, days: { from, to }, limit: maxEvents, ...upTo }),
    noticed: [...noticeVersions(versions.rows), ...noticeCampaigns(campaigns.rows, { first, today })],
    counts: sumByDay(versions.rows),
  }
}

/** Reads the runs of each day by another dimension. */
async function readDaily(
  { reports }: ReportSource,
  dimension: GroupDimension,
  { from, to }: DayRange,
): Promise<{ asOfPosition: number; rows: (DailyRuns & { orders: number })[] }> {
  const by = ['day', dimension] as const
  const counted = await reports.counts({ funnels: types, from, to, segment: {}, by, kinds: endKinds })
  const rows = counted.groups.map(({ funnel, key: pair, measures }) => {
    const [day, key] = valuesOfPair(pair)
    const { runs, completed: orders } = readEnds(measures)
    return { funnel, day, key, runs, orders }
  })
  return { asOfPosition: counted.asOfPosition, rows: rows.filter(({ runs }) => runs > 0) }
}
