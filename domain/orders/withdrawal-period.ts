import { berlinDate } from '#domain/time/berlin-time.ts'

const days = 14

/**
 * Returns the last day on which a contract concluded at an instant (ms since the epoch) can be withdrawn from, as
 * `YYYY-MM-DD`: 14 days after that day in Berlin (§ 355 Abs. 2, § 187 Abs. 1 BGB), or the next Monday if that is a
 * weekend (§ 193 BGB). Public holidays differ by state and must be checked by a person.
 */
export function lastDayToWithdraw(concludedAt: number): string {
  const { year, month, day } = berlinDate(concludedAt)
  const last = new Date(Date.UTC(year, month - 1, day + days))
  const untilMonday = { 6: 2, 0: 1 }[last.getUTCDay()] ?? 0
  last.setUTCDate(last.getUTCDate() + untilMonday)
  return last.toISOString().slice(0, 10)
}
