import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { isBusinessOrder } from '#domain/funnels/fields/business.ts'
import { billedFields, billedPersonOf } from '#domain/orders/billing/checkout-link.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import type { ConfirmationContent, ProviderContent } from './content.ts'
import { documentSections } from './document-sections.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { writtenDay } from './german-text.ts'
import { vatPercent } from './invoice-amounts.ts'
import { productName } from './product-name.ts'
import { shownValues } from './shown-values.ts'

export interface ConfirmationInput {
  provider: ProviderContent
  funnel: Funnel
  /** Values of the order's form, facts included. */
  values: FieldValues
  orderNumber: string
  priceCents: number
  /** Time of the order in ms since the epoch. */
  orderedAt: number
  statusUrl: string
  /** The texts that the customer accepted, in the order in which they are printed. */
  texts: ConfirmationContent['texts']
}

/** Returns the content of the order confirmation, or undefined if the customer's name was erased. */
export function confirmationContent(input: ConfirmationInput): ConfirmationContent | undefined {
  const { provider, funnel, orderNumber, priceCents, orderedAt, statusUrl, texts } = input
  const values = shownValues(funnel, input.values)
  const person = billedPersonOf(values, billedFields(funnel, values))
  if (!person) return undefined
  const { company, firstName, lastName, street, postalCode, city } = person
  const place = [postalCode, city].filter(Boolean).join(' ')
  return {
    provider,
    customer: [company, `${firstName} ${lastName}`, street, place].filter((line) => !!line) as string[],
    orderNumber,
    orderedOn: writtenDay(berlinDay(orderedAt)),
    product: productName(funnel, values),
    price: `${euro(priceCents)} (inkl. ${vatPercent} % MwSt.)`,
    sections: documentSections(funnel, values),
    canWithdraw: !isBusinessOrder(values),
    statusUrl,
    texts,
  }
}
