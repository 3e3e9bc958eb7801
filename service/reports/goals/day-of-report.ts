import { berlinDay } from '#domain/time/berlin-time.ts'
import type { ReportSource } from '#service/reports/define/report.ts'

/** Returns the time as of which a report is read, in ms since the epoch, and its Berlin day. */
export async function dayOfReport(
  { store, now }: Pick<ReportSource, 'store' | 'now'>,
  { asOf }: { asOf?: number | string | undefined },
  asOfPosition: number,
): Promise<{ at: number; today: string }> {
  const at = (asOf === undefined ? undefined : await store.log.timeAt(asOfPosition)) ?? now()
  return { at, today: berlinDay(at) }
}
