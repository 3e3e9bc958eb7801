import type { RunCursor } from '#db/ports/report-store.ts'
import type { Conversion } from '#domain/conversions/platform-files.ts'
import { type ConversionState, conversionStates } from '#domain/conversions/conversion.ts'
import { conversionsCsv } from '#domain/reports/conversions/csv.ts'
import {
  type ConversionRow,
  type ConversionsQuery,
  conversionsContract,
  maxCounted,
} from '#domain/reports/conversions/shape.ts'
import { runCursor } from '#domain/reports/runs/shape.ts'
import { isoTime } from '#domain/time/durations.ts'
import { addressesOf } from './file-address.ts'
import { lastReadOf, readUntilOf } from './last-read.ts'
import {
  type ConversionQuery,
  readConversionPage,
  readConversions,
  reportedDaysUntil,
} from './read-conversions.ts'
import { defineList } from '#service/reports/define/define-list.ts'
import type { ReportSource } from '#service/reports/define/report.ts'

export const conversions = defineList({
  contract: conversionsContract,
  summary: 'Paid orders of the last 90 days, with what an ad platform learns of them',
  cursor: runCursor,
  pageSize: { json: 50, csv: 500 },
  async readPage(source, query, { size, before }) {
    const found: { conversion: Conversion; place: RunCursor }[] = []
    const conversionsQuery = await conversionQuery(source, query)
    let [asOfPosition, next] = [0, before ?? null]
    for (let scanned = 0; scanned < maxScanned; scanned += chunkSize) {
      const range = { before: next ?? undefined, limit: chunkSize }
      const page = await readConversionPage(sourceOf(source), conversionsQuery, range)
      asOfPosition = page.asOfPosition
      next = page.next
      found.push(...page.conversions.filter(({ conversion }) => isListed(conversion, query)))
      if (found.length > size) {
        next = found[size - 1]!.place
        break
      }
      if (!next) break
    }
    return { asOfPosition, rows: found.slice(0, size).map(({ conversion }) => rowOf(conversion)), next }
  },
  readExtra: async (source, query) => {
    const conversionsQuery = await conversionQuery(source, query)
    const [counted, settings] = await Promise.all([
      count(source, conversionsQuery),
      settingsOf(source, query),
    ])
    return { ...counted, ...reportedDaysUntil(conversionsQuery.now), ...settings }
  },
  compute: ({ asOfPosition, rows, nextCursor }, { platform }, extra) => ({
    platform,
    timezone: 'Europe/Berlin' as const,
    asOfPosition,
    ...extra,
    rows,
    nextCursor,
  }),
  csv: { fileName: ({ platform }) => `conversions-${platform}`, table: conversionsCsv },
})

/** Number of orders per read, and maximum number of orders that are searched for one page. */
const chunkSize = 200
const maxScanned = 5000

const sourceOf = ({ reports, store }: ReportSource) => ({ reports, vault: store.vault })

async function conversionQuery(
  { conversionFiles, now, store }: ReportSource,
  { platform }: ConversionsQuery,
): Promise<ConversionQuery> {
  const readUntil = await readUntilOf(store.operators, platform)
  return { platform, model: conversionFiles?.model ?? 'last', now: now(), readUntil }
}

async function settingsOf(
  { conversionFiles, seesAddresses, store }: ReportSource,
  { platform }: ConversionsQuery,
) {
  const configured = conversionFiles?.platforms.includes(platform) ?? false
  const files =
    conversionFiles && configured ? addressesOf({ ...conversionFiles, platforms: [platform] }) : []
  return {
    configured,
    model: conversionFiles?.model ?? 'last',
    name: conversionFiles?.name ?? null,
    files: await Promise.all(
      files.map(async ({ name, address }) => {
        const last = await lastReadOf(store.operators, name)
        const lastRead = last ? { at: isoTime(last.at), by: last.by } : null
        return { name, address: seesAddresses ? address : null, lastRead }
      }),
    ),
  }
}

const isListed = ({ state }: Conversion, { state: wanted }: ConversionsQuery) =>
  wanted === undefined || state === wanted

/** Counts the newest `maxCounted` paid orders of the window by their state. */
async function count(source: ReportSource, query: ConversionQuery) {
  const states = Object.fromEntries(conversionStates.map((state) => [state, 0])) as Record<
    ConversionState,
    number
  >
  let [orders, reportedCents] = [0, 0]
  for await (const page of readConversions(sourceOf(source), query)) {
    for (const { state, valueCents } of page.conversions) {
      if (orders === maxCounted) return { orders, isWhole: false, states, reportedCents }
      orders += 1
      states[state] += 1
      if (state === 'available' || state === 'reported') reportedCents += valueCents
    }
  }
  return { orders, isWhole: true, states, reportedCents }
}

function rowOf({
  orderNumber,
  runId,
  funnel,
  at,
  state,
  priceCents,
  valueCents,
  retractedAt,
}: Conversion): ConversionRow {
  return {
    orderNumber,
    runId,
    funnel,
    time: isoTime(at),
    state,
    priceCents,
    conversionCents: valueCents,
    retractedAt: retractedAt === null ? null : isoTime(retractedAt),
  }
}
