import type { Experiment } from '#domain/forms/define-experiment.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { type FunnelOf, funnelByType } from '#domain/funnels/index.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { noon } from '#tests/build-events.ts'

const hour = 3600 * 1000

/** An experiment on step 3 of anmeldung that began an hour before `noon`: variant b need not name the payment interval. */
export const experiment: Experiment = {
  key: 'interval',
  hypothesis: 'Wer den Rhythmus später nennen darf, bestellt öfter.',
  from: new Date(noon - hour).toISOString().replace('.000Z', 'Z'),
  plan: { rate: 0.5, lift: 0.1 },
  variants: [
    { key: 'a', weight: 50 },
    {
      key: 'b',
      weight: 50,
      fields: {
        email: { label: 'Wohin schicken wir die Bestätigung?' },
        zahlungsrhythmus: { required: false },
      },
      steps: { zahlungsdaten: { subtitle: 'Zahlung' } },
    },
  ],
}

export const triedAnmeldung: Funnel = { ...anmeldung, experiments: [experiment] }

/** Funnels of the product, one of them with `experiment`. */
export const triedFunnelOf: FunnelOf = (type) =>
  type === anmeldung.type ? triedAnmeldung : funnelByType(type)
