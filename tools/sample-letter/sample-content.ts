import type { LetterContent } from '#domain/documents/content.ts'
import { letterContent } from '#domain/documents/letter-content.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'

/** Invented form of a registration. Every name says that it is a sample. */
const values: FieldValues = {
  anrede: 'frau',
  vorname: 'Erika',
  nachname: 'Muster',
  geburtsdatum: '1990-05-17',
  adresse: {
    strasse: 'Musterstraße',
    hausnummer: '12',
    plz: '12345',
    ort: 'Musterstadt',
    land: 'Deutschland',
  },
  anmeldungZu: '2026-12',
  naechstmoeglich: false,
  wohnungsart: 'obige',
  email: 'muster@example.org',
  zahlungsrhythmus: 'vierteljaehrlich',
  zahlungsart: 'ueberweisung',
  digitaleUnterschriftZustimmung: true,
}

/** Returns the content of the sample letter that the landing page shows. Throws if the funnel no longer accepts it. */
export function sampleContent(): LetterContent {
  const content = letterContent({
    funnel: anmeldung,
    values,
    orderNumber: 'Muster',
    signedAt: Date.parse('2026-11-20T10:00:00Z'),
  })
  if (!content) throw new Error('the sample form makes no letter')
  return content
}
