import type { Vault } from '#db/ports/event-log.ts'
import type { ReportStore, RunCursor } from '#db/ports/report-store.ts'
import type { AttributionModel } from '#domain/attribution/credit-touches.ts'
import { candidateOf, clickIdOf, reportedSince, stateOf } from '#domain/conversions/conversion.ts'
import type { Conversion } from '#domain/conversions/platform-files.ts'
import type { AdPlatform } from '#domain/events/wire-events.ts'
import { funnels } from '#domain/funnels/index.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { stateOf as runStateOf } from '#service/reports/read/state-of.ts'
import { listPlace } from '#service/reports/read/list-place.ts'

export interface ConversionSource {
  reports: Pick<ReportStore, 'runsOf'>
  vault: Pick<Vault, 'readAt'>
}

export interface ConversionQuery {
  platform: AdPlatform
  model: AttributionModel
  /** ms since the epoch */
  now: number
  /** Time until which payments were in the file of conversions when it was last read, in ms since the epoch. */
  readUntil: number
}

export interface ConversionPage {
  asOfPosition: number
  /** Paid orders, newest first, each with its place in the list. */
  conversions: { conversion: Conversion; place: RunCursor }[]
  /** Cursor of the next page; null on the last one. */
  next: RunCursor | null
}

/** Returns the days, in Berlin, whose orders files contain. */
export function reportedDaysUntil(now: number): { from: string; to: string } {
  return { from: berlinDay(reportedSince(now)), to: berlinDay(now) }
}

/**
 * Reads the paid orders among the next `limit` orders of the window. The vault is read after the states of the runs, so
 * that a click id that is erased between the two reads is not returned.
 */
export async function readConversionPage(
  { reports, vault }: ConversionSource,
  { platform, model, now, readUntil }: ConversionQuery,
  { before, limit }: { before: RunCursor | undefined; limit: number },
): Promise<ConversionPage> {
  const query = {
    anyOf: ['completed'],
    butNot: [],
    dayOf: 'order',
    funnels: funnels.map(({ type }) => type),
    ...reportedDaysUntil(now),
    segment: {},
  } as const
  const page = await reports.runsOf({ ...query, limit, ...(before && { before }) })
  const read = page.rows.map(async (row) => {
    const candidate = candidateOf(runStateOf(row), platform, model)
    if (!candidate || candidate.at < reportedSince(now)) return []
    const clickId = needsClickId(candidate.state)
      ? (await vault.readAt(candidate.runId, candidate.position))?.personal.clickIds?.[clickIdOf[platform]]
      : undefined
    const conversion: Conversion = {
      ...candidate,
      state: stateOf(candidate, { clickId, readUntil }),
      clickId,
    }
    return [{ conversion, place: listPlace(row, query) }]
  })
  return { asOfPosition: page.asOfPosition, conversions: (await Promise.all(read)).flat(), next: page.next }
}

const needsClickId = (state: string) => state === 'candidate' || state === 'retracted'

/** Number of orders per read. Of this many the click ids are in memory at once. */
const pageSize = 200

/** Yields the paid orders of the window page by page, newest first, so that any number of them needs little memory. */
export async function* readConversions(
  source: ConversionSource,
  query: ConversionQuery,
): AsyncGenerator<{ asOfPosition: number; conversions: Conversion[] }> {
  let before: RunCursor | undefined
  do {
    const page = await readConversionPage(source, query, { before, limit: pageSize })
    const conversions = page.conversions.map(({ conversion }) => conversion)
    yield { asOfPosition: page.asOfPosition, conversions }
    before = page.next ?? undefined
  } while (before)
}
