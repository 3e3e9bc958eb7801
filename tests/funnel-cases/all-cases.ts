import type { CalendarDate } from '#domain/berlin-time.ts'
import { abmeldungCases } from './abmeldung.ts'
import { aenderungCases } from './aenderung.ts'
import { anmeldungCases } from './anmeldung.ts'
import type { FunnelCases } from './funnel-cases.ts'
import { zusaetzlichCases } from './zusaetzlich.ts'

/** The cases of every funnel, as of a day in Berlin; a funnel without any turns the suite red. */
export function allCases(today: CalendarDate): FunnelCases[] {
  return [anmeldungCases(today), zusaetzlichCases(today), aenderungCases(today), abmeldungCases(today)]
}
