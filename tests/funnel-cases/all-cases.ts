import type { CalendarDate } from '#domain/time/berlin-time.ts'
import { abmeldungCases } from './abmeldung.ts'
import { aenderungCases } from './aenderung.ts'
import { anmeldungCases } from './anmeldung.ts'
import type { FunnelCases } from './funnel-cases.ts'
import { zusaetzlichCases } from './zusaetzlich.ts'

/** Returns the cases of every funnel for a day in Berlin. A funnel without cases fails the suite. */
export function allCases(today: CalendarDate): FunnelCases[] {
  return [anmeldungCases(today), zusaetzlichCases(today), aenderungCases(today), abmeldungCases(today)]
}
