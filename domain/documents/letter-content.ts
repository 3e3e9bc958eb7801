import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { effectiveDay } from '#domain/forms/effective-day.ts'
import { groupBeitragsnummer } from '#domain/forms/kinds/beitragsnummer.ts'
import { resolveField } from '#domain/forms/visible-fields.ts'
import { billedFields, billedPersonOf } from '#domain/orders/billing/checkout-link.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import type { LetterContent } from './content.ts'
import { documentSections } from './document-sections.ts'
import { enclosedProofs } from './enclosed-proofs.ts'
import { writtenDay } from './german-text.ts'
import { shownValues } from './shown-values.ts'

export interface LetterInput {
  funnel: Funnel
  /** Values of the order's form, facts included. */
  values: FieldValues
  orderNumber: string
  /** Time of the order, or of its last amendment, in ms since the epoch. The letter is dated and signed on this day. */
  signedAt: number
}

const recipient = ['ARD ZDF Deutschlandradio Beitragsservice', '50656 Köln']

/**
 * Returns the content of the application to the fee office. The sender is the person billed, because a deceased payer
 * cannot write. A changed name or address replaces that of the sender if it is in effect when the letter is signed:
 * nobody signs with a former name, and an answer must reach the current address. Returns undefined if the sender's name or address, the effective month or the consent to the typed
 * signature is missing, for example after an erasure.
 */
export function letterContent({
  funnel,
  values: all,
  orderNumber,
  signedAt,
}: LetterInput): LetterContent | undefined {
  const values = shownValues(funnel, all)
  const effective = effectiveDay(funnel, values)
  const signingDay = berlinDay(signedAt)
  const sender = senderOf(funnel, values, effective !== undefined && effective <= signingDay)
  if (!sender || !effective || values['digitaleUnterschriftZustimmung'] !== true) return undefined
  const { name, formerName, street, postalCode, place } = sender
  const { subject, opening, request } = funnel.letter(values, writtenDay(effective))
  const signedOn = writtenDay(signingDay)
  const number = values['beitragsnummer']
  return {
    sender: { name, street, city: `${postalCode} ${place}` },
    recipient: [...recipient],
    placeAndDate: `${place}, ${signedOn}`,
    reference: typeof number === 'string' ? groupBeitragsnummer(number) : null,
    subject,
    salutation: 'Sehr geehrte Damen und Herren,',
    opening: [opening],
    sections: documentSections(funnel, values, ({ kind }) => kind !== 'files'),
    closing: [
      request,
      'Ich versichere, dass meine Angaben richtig und vollständig sind.',
      ...declarations(funnel, values),
    ],
    signature: {
      name,
      note: `${formerName ? `Bisheriger Name: ${formerName}. ` : ''}Digital unterschrieben am ${signedOn}. Der digitalen Unterschrift und der Weiterleitung dieses Schreibens an den Beitragsservice wurde ausdrücklich zugestimmt.`,
    },
    enclosures: enclosedProofs(funnel, values).map(({ title }) => title),
    orderNumber,
  }
}

function senderOf(funnel: Funnel, values: FieldValues, isInEffect: boolean) {
  const billed = billedFields(funnel, values)
  const replaced = isInEffect ? funnel.replaced?.(values) : undefined
  const [former, person] = [billed, { ...billed, ...replaced }].map((names) => billedPersonOf(values, names))
  if (!former || !person?.street || !person.postalCode || !person.city) return undefined
  const { street, postalCode, city } = person
  const [formerName, name] = [former, person].map((one) => `${one.firstName} ${one.lastName}`)
  return {
    name: name!,
    ...(formerName !== name && { formerName: formerName! }),
    street,
    postalCode,
    place: city,
  }
}

/** Returns the texts of the given consents that are declarations to the fee office, such as the SEPA mandate. */
function declarations(funnel: Funnel, values: FieldValues): string[] {
  return fieldsOf(funnel).flatMap((field) =>
    field.kind === 'consent' && field.inLetter && values[field.name] === true
      ? [resolveField(field, values).label]
      : [],
  )
}
