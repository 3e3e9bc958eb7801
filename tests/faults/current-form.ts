import { berlinDate, monthFrom } from '#domain/berlin-time.ts'
import { anmeldungForm } from '#tests/build-events.ts'

/** A form that the service takes today: it runs on the machine's clock, and the month must lie near it. */
export function currentForm(now = Date.now()) {
  return { ...anmeldungForm, anmeldungZu: monthFrom(berlinDate(now), 0) }
}
