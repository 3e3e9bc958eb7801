import type { Experiment } from '#domain/forms/define-experiment.ts'
import { type FunnelOf, funnelByType } from '#domain/funnels/index.ts'

/** Funnel with the experiment of the demo. The funnels of the product have none. */
const triedType = 'anmeldung'

/** The invented effect: at this step, the variant without the hint loses this share of the visitors who would go on. */
export const effect = { step: 3, variant: 'a', lost: 0.26 }

// The times are fixed, because the demo is started again with the data of an earlier day.
export const experiment: Experiment = {
  key: 'email-hint',
  hypothesis: 'Wer weiß, wofür die E-Mail-Adresse gebraucht wird, bricht in Schritt 3 seltener ab.',
  from: '2026-01-01T00:00:00+01:00',
  plan: { rate: 0.6, lift: 0.1 },
  variants: [
    { key: 'a', weight: 50 },
    {
      key: 'b',
      weight: 50,
      fields: { email: { hint: 'Nur für die Bestätigung und Nachrichten zu diesem Antrag.' } },
    },
  ],
}

/** Returns the funnels of the demo: those of the product, one of them with an experiment. */
export const triedFunnel: FunnelOf = (type) => {
  const funnel = funnelByType(type)
  return funnel && type === triedType ? tried(funnel) : funnel
}

const made = new Map<object, ReturnType<FunnelOf>>()

/** Returns the same object for the same funnel, because other caches have it as their key. */
function tried(funnel: NonNullable<ReturnType<FunnelOf>>) {
  const known = made.get(funnel) ?? { ...funnel, experiments: [experiment] }
  made.set(funnel, known)
  return known
}
