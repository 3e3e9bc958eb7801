import { berlinDate, monthFrom } from '#domain/time/berlin-time.ts'
import { anmeldungForm } from '#tests/build-events.ts'

/**
 * Returns a form that the service accepts at this time. It contains the current month, because the service refuses
 * months that are too far away.
 */
export function currentForm(now = Date.now()) {
  return { ...anmeldungForm, anmeldungZu: monthFrom(berlinDate(now), 0) }
}
