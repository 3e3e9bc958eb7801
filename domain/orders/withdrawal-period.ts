import { berlinDate } from '#domain/time/berlin-time.ts'

const days = 14

/**
 * Returns the last day, as `YYYY-MM-DD`, on which a customer can withdraw from a contract concluded at `concludedAt`
 * (ms since the epoch). This is the 14th day after the Berlin day of the contract (§ 355 Abs. 2, § 187 Abs. 1 BGB). If
 * the 14th day is on a weekend, the last day is the next Monday (§ 193 BGB). Public holidays, which differ by state,
 * are not considered; a person must check them.
 */
export function lastDayToWithdraw(concludedAt: number): string {
  const { year, month, day } = berlinDate(concludedAt)
  const last = new Date(Date.UTC(year, month - 1, day + days))
  const untilMonday = { 6: 2, 0: 1 }[last.getUTCDay()] ?? 0
  last.setUTCDate(last.getUTCDate() + untilMonday)
  return last.toISOString().slice(0, 10)
}
