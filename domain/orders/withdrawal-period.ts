import { berlinDate } from '#domain/time/berlin-time.ts'
import { dayMs } from '#domain/time/durations.ts'
import { isNationwideHoliday } from '#domain/time/public-holidays.ts'

const days = 14

/**
 * Returns the last day, as `YYYY-MM-DD`, on which a customer can withdraw from a contract concluded at `concludedAt`
 * (ms since the epoch). This is the 14th day after the Berlin day of the contract (§ 355 Abs. 2, § 187 Abs. 1 BGB). If
 * the 14th day is on a weekend or a nationwide holiday, the last day is the next working day (§ 193 BGB). Holidays of
 * single states are not considered; a person must check them.
 */
export function lastDayToWithdraw(concludedAt: number): string {
  const { year, month, day } = berlinDate(concludedAt)
  let last = Date.UTC(year, month - 1, day + days)
  while (isWeekend(last) || isNationwideHoliday(last)) last += dayMs
  return new Date(last).toISOString().slice(0, 10)
}

const isWeekend = (day: number) => [0, 6].includes(new Date(day).getUTCDay())
