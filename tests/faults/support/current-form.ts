import { berlinDate, monthFrom } from '#domain/time/berlin-time.ts'
import { anmeldungForm } from '#tests/build-events.ts'

/** Returns a form that the service accepts today. The form names a month, which must be close to the current time. */
export function currentForm(now = Date.now()) {
  return { ...anmeldungForm, anmeldungZu: monthFrom(berlinDate(now), 0) }
}
