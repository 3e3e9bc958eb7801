import { berlinDate } from '#domain/time/berlin-time.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import type { ConsentField, FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { acceptedPages, consentOfPage } from '#domain/texts/accepted-texts.ts'
import { consentBasis } from '#domain/texts/consent-basis.ts'
import { changedTexts } from '#web/features/funnel/form/changed-texts.ts'
import { sha256Hex } from './sha-256.ts'

/** Hashes of the legal pages as they are shown to the visitor, by the name of the page. */
export type PageHashes = Readonly<Record<string, string>>

export interface GivenConsents {
  answers: FieldValues
  /**
   * Hash of what each tick was given for, by the name of the consent. If the consent is not ticked, its basis has changed
   * since then, and the visitor must give it again.
   */
  given: Readonly<Record<string, string>>
}

/**
 * Returns the entered values without the ticks that were given for another text or account than the current one.
 * `before` contains the values before this change.
 */
export function keepConsents(
  funnel: Funnel,
  before: GivenConsents,
  entered: FieldValues,
  pages: PageHashes,
): GivenConsents {
  const consents = fieldsOf(funnel).filter((field) => field.kind === 'consent')
  if (!consents.some(({ name }) => entered[name] === true || before.given[name] !== undefined))
    return { answers: entered, given: {} }
  const { values } = checkForm(funnel, entered, berlinDate(Date.now()))
  const answers = { ...entered }
  const given: Record<string, string> = {}
  for (const field of consents) {
    const { name } = field
    const known = before.given[name]
    const wasTicked = before.answers[name] === true
    if (entered[name] !== true) {
      if (known !== undefined && !wasTicked) given[name] = known
      continue
    }
    const basis = basisHash(funnel, field, values, pages)
    if (wasTicked && basis !== known) delete answers[name]
    const kept = wasTicked ? known : basis
    if (kept !== undefined) given[name] = kept
  }
  return { answers, given }
}

function basisHash(
  funnel: Funnel,
  field: ConsentField,
  values: FieldValues,
  pages: PageHashes,
): string | undefined {
  const basis = consentBasis(funnel, field, values)
  if (basis === undefined) return undefined
  const shown = acceptedPages
    .filter((page) => consentOfPage[page] === field.name)
    .map((page) => changedTexts().get(page)?.sha256 ?? pages[page] ?? '')
  return sha256Hex([basis, changedTexts().get(field.name)?.sha256 ?? '', ...shown].join('\n'))
}
