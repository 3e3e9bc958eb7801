import type { Store } from '#db/ports/store.ts'
import { funnelByType, funnels } from '#domain/funnels/index.ts'
import { waitingWorks } from '#domain/desk/desk-work.ts'
import { isWithdrawn } from '#domain/operations/alert.ts'
import { shiftDay } from '#domain/reports/day-range.ts'
import type { DayRange } from '#domain/reports/day-range.ts'
import { maxRangeDays } from '#domain/reports/parameters.ts'
import { inboxReport } from '#domain/reports/inbox/compute.ts'
import type { InboxReport } from '#domain/reports/inbox/shape.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { type PastFigures, pastFigures, weeksToCompare } from '#domain/weekly-report/past-changes.ts'
import type { Frozen, WaitingOrders, WeeklyData } from '#domain/weekly-report/weekly-report.ts'
import type { ReportSource } from '#service/reports/define/report.ts'
import { fields, trend } from '#service/reports/drop-off.ts'
import { readInbox } from '#service/reports/inbox/inbox.ts'
import { fulfilment } from '#service/reports/fulfilment.ts'
import { overview } from '#service/reports/overview.ts'
import type { FrozenReports } from './frozen-reports.ts'

export interface WeeklyDataSettings {
  store: Store
  frozen: FrozenReports
  /** Whether a letter service prints and posts the letters. */
  letterService: boolean
  now: () => number
}

/** What a report is about, and what the one before it was about; null if past weeks cannot be compared. */
export interface WeeklySubject {
  week: DayRange
  asOf: Frozen
  last: { week: DayRange; asOf: Frozen } | null
}

const types = funnels.map(({ type }) => type)

/** Reads the reports from which the weekly report follows. Throws a 503 problem if they change meanwhile. */
export async function readWeeklyData(
  settings: WeeklyDataSettings,
  { week, asOf, last }: WeeklySubject,
): Promise<WeeklyData> {
  const { store } = settings
  const source = sourceOf(settings, asOf.position)
  const firstAt = await store.log.timeAt(1)
  const bothWeeks = { from: shiftDay(week.from, -7), to: week.to }
  return {
    week,
    asOf,
    firstDay: berlinDay(firstAt ?? settings.now()),
    overview: await overview.evaluate(source, { ...week, compare: 'weekdays' }),
    trends: await inTurn(types, (funnel) => trend.evaluate(source, { funnel, ...bothWeeks })),
    fields: await inTurn(types, (funnel) => fields.evaluate(source, { funnel, ...week })),
    past: last && {
      since: last.asOf,
      weeks: await inTurn(weeksToCompare(last.week), async (one) => ({
        week: one,
        before: await readPastFigures(sourceOf(settings, last.asOf.position), one),
        now: await readPastFigures(source, one),
      })),
    },
    inbox: await readFaults(source, asOf.position),
    waiting: await readWaiting(source, asOf),
  }
}

/**
 * Returns the source of the reports as of a position. The statuses of single orders and the settings of the site, which
 * only lists show, are not needed.
 */
function sourceOf({ store, frozen, letterService, now }: WeeklyDataSettings, position: number): ReportSource {
  return {
    store,
    reports: frozen.at(position),
    funnelOf: funnelByType,
    readPosition: () => Promise.resolve(position),
    heavyWork: (_key, work) => work(),
    statusOf: ({ status }) => status,
    expiredUpTo: () => 0,
    webhookConfigured: false,
    letterService,
    testPayments: false,
    seesAddresses: false,
    now,
  }
}

/** Counts the orders for which operators have something to do, as the list of orders does as of the same position. */
async function readWaiting({ reports, letterService }: ReportSource, { at }: Frozen): Promise<WaitingOrders> {
  const to = berlinDay(at)
  const days = { from: shiftDay(to, 1 - maxRangeDays), to }
  const works = waitingWorks(letterService)
  const { sums } = await reports.orders({
    ...days,
    works,
    expiredUpTo: 0,
    sort: '-time',
    sums: true,
    limit: 1,
  })
  return { orders: sums!.orders, days, works }
}

/** Reads the inbox without the alerts that were no separate fault, which would take places of the last closed ones. */
async function readFaults(source: ReportSource, asOf: number): Promise<InboxReport> {
  const data = await readInbox(source, { asOf })
  const records = data.records.filter(({ closed }) => !closed || !isWithdrawn(closed.data.reason))
  return inboxReport({ ...data, records })
}

async function readPastFigures(source: ReportSource, week: DayRange): Promise<PastFigures> {
  return pastFigures(await overview.evaluate(source, week), await fulfilment.evaluate(source, week))
}

/** Reads one after another, so that the work in the background leaves the database to others. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await read(item))
  return results
}
