import type { ClickId } from '#domain/events/wire-events.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { BilledFields, Funnel } from '#domain/forms/define-funnel.ts'
import { usuallyBilled } from '#domain/funnels/usually-billed.ts'
import type { Touch } from '#domain/events/stored-event.ts'

/**
 * Data about the person billed. The external checkout requires the name and an e-mail address; it can ask for the
 * postal address itself.
 */
export interface Billing extends BilledPerson {
  email: string
}

/** Name and address of the person billed. */
export interface BilledPerson {
  firstName: string
  lastName: string
  street?: string
  postalCode?: string
  city?: string
  company?: string
}

export interface CheckoutLink {
  /** URL of the payment page. Its query parameters are kept in the link. */
  page: string
  orderId: string
  /** Id of the product in the external checkout. */
  productId: number
  billing: Billing
  campaign: Record<string, string>
}

/**
 * Returns the names of the fields that identify the person billed. These are the visitor's fields unless the funnel
 * defines others.
 */
export function billedFields(funnel: Funnel | undefined, facts: FieldValues): BilledFields {
  return funnel?.billed?.(facts) ?? usuallyBilled
}

/**
 * Returns the billing data from the form values of an order. By default, the visitor is billed. Returns undefined if
 * the e-mail address, the first name or the last name is missing, for example after an erasure. An order without these
 * values cannot be passed to the checkout.
 */
export function billingOf(
  form: Readonly<Record<string, unknown>>,
  billed = usuallyBilled,
): Billing | undefined {
  const email = textOf(form['email'])
  const person = billedPersonOf(form, billed)
  return email && person ? { email, ...person } : undefined
}

/**
 * Returns name and address of the person billed. By default, that is the visitor. Returns undefined if the first name
 * or the last name is missing. Unlike `billingOf`, it does not need the e-mail address, which is erased before the
 * invoice is.
 */
export function billedPersonOf(
  form: Readonly<Record<string, unknown>>,
  billed = usuallyBilled,
): BilledPerson | undefined {
  const firstName = textOf(form[billed.firstName])
  const lastName = textOf(form[billed.lastName])
  if (!firstName || !lastName) return undefined
  const { strasse, hausnummer, plz, ort } = (form[billed.address] ?? {}) as Record<string, unknown>
  const street = [textOf(strasse), textOf(hausnummer)].filter(Boolean).join(' ')
  const postalCode = textOf(plz)
  const city = textOf(ort)
  const company = textOf(form['firma'])
  return {
    firstName,
    lastName,
    ...(street && { street }),
    ...(postalCode && { postalCode }),
    ...(city && { city }),
    ...(company && { company }),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Returns the campaign parameters of the last touch: utm_*, gclid and fbclid. Click ids of older touches are omitted,
 * because they belong to other campaigns. `clickIds` is empty unless the order was sent with consent `marketing`.
 */
export function campaignOf(
  touches: readonly Touch[],
  clickIds: Readonly<Partial<Record<ClickId, string>>>,
): Record<string, string> {
  const last = touches.at(-1)
  const clickId = (name: ClickId) => (last?.clickIds?.includes(name) ? clickIds[name] : undefined)
  const parameters = {
    utm_source: last?.source,
    utm_medium: last?.medium,
    utm_campaign: last?.campaign,
    utm_content: last?.content,
    utm_term: last?.term,
    gclid: clickId('gclid'),
    fbclid: clickId('fbclid'),
  }
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1]),
  )
}

/**
 * Returns the URL of the payment page for an order. The `order` parameter contains the order id. Payment reports
 * contain the same id as `orderId`.
 */
export function checkoutLink({ page, orderId, productId, billing, campaign }: CheckoutLink): string {
  const url = new URL(page)
  const parameters = {
    billing_email: billing.email,
    billing_first_name: billing.firstName,
    billing_last_name: billing.lastName,
    billing_street: billing.street,
    billing_postal_code: billing.postalCode,
    billing_city: billing.city,
    // The broadcasting fee is due only for dwellings in Germany, so the billing country is always Germany.
    billing_country: 'DE',
    billing_company: billing.company,
    'aero-add-to-checkout': String(productId),
    'aero-qty': '1',
    ...campaign,
    order: orderId,
  }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url.href
}
