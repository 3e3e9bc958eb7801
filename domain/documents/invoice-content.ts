import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { billedFields, billedPersonOf } from '#domain/orders/billing/checkout-link.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import type { InvoiceContent, ProviderContent } from './content.ts'
import { splitGross } from './invoice-amounts.ts'
import { productName } from './product-name.ts'

export interface InvoiceInput {
  provider: ProviderContent
  funnel: Funnel
  /** The values that are kept for the invoice (see `invoiceValues`), with the facts of the order. */
  values: FieldValues
  orderNumber: string
  priceCents: number
  number: string
  /** Time at which the number was given, in ms since the epoch. */
  issuedAt: number
  paidAt: number
}

/** Returns the content of an invoice, or undefined if the name of the person billed was erased. */
export function invoiceContent(input: InvoiceInput): InvoiceContent | undefined {
  const { provider, funnel, values, orderNumber, priceCents, number, issuedAt, paidAt } = input
  const person = billedPersonOf(values, billedFields(funnel, values))
  if (!person) return undefined
  const { firstName, lastName, company = null, street = '', postalCode = '', city = '' } = person
  return {
    ...splitGross(priceCents),
    provider,
    number,
    cancels: null,
    isChargeback: false,
    issuedOn: berlinDay(issuedAt),
    paidOn: berlinDay(paidAt),
    orderNumber,
    customer: { name: `${firstName} ${lastName}`, company, street, postalCode, city },
    product: productName(funnel, values),
  }
}

/**
 * Returns the content of the cancellation invoice for an invoice. It has a separate number and day and repeats
 * everything else. `issuedAt` is in ms since the epoch.
 */
export function cancellationContent(
  invoice: InvoiceContent,
  { number, issuedAt, isChargeback }: { number: string; issuedAt: number; isChargeback: boolean },
): InvoiceContent {
  return { ...invoice, number, cancels: invoice.number, isChargeback, issuedOn: berlinDay(issuedAt) }
}
