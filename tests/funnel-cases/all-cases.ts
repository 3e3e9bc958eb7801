import type { CalendarDate } from '#domain/time/berlin-time.ts'
import { abmeldungCases } from './abmeldung.ts'
import { aenderungCases } from './aenderung.ts'
import { anmeldungCases } from './anmeldung.ts'
import type { FunnelCases } from './funnel-cases.ts'
import { zusaetzlichCases } from './zusaetzlich.ts'

/** Returns the cases of every funnel for the given date in Berlin. The tests fail if a funnel has no cases. */
export function allCases(today: CalendarDate): FunnelCases[] {
  return [anmeldungCases(today), zusaetzlichCases(today), aenderungCases(today), abmeldungCases(today)]
}
