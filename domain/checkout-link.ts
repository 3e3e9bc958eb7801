import type { ClickId } from './events.ts'
import type { BilledFields } from './funnels/define-funnel.ts'
import type { Touch } from './stored-event.ts'

/** Who is billed. The external checkout needs a person to bill; it can ask for an address itself. */
export interface Billing {
  email: string
  firstName: string
  lastName: string
  street?: string
  postalCode?: string
  city?: string
  company?: string
}

export interface CheckoutLink {
  /** Address of the payment page; its own query is kept. */
  page: string
  orderId: string
  /** Product id of the external checkout (specification part 2, 9). */
  productId: number
  billing: Billing
  campaign: Record<string, string>
}

const visitor: BilledFields = { firstName: 'vorname', lastName: 'nachname', address: 'adresse' }

/**
 * Reads the billing data out of an order's form, by default those of the visitor. Undefined when e-mail, first or last name is missing: such an
 * order cannot be handed over (specification part 2, 8), for example after an erasure.
 */
export function billingOf(form: Readonly<Record<string, unknown>>, billed = visitor): Billing | undefined {
  const email = textOf(form['email'])
  const firstName = textOf(form[billed.firstName])
  const lastName = textOf(form[billed.lastName])
  if (!email || !firstName || !lastName) return undefined
  const { strasse, hausnummer, plz, ort } = (form[billed.address] ?? {}) as Record<string, unknown>
  const street = [textOf(strasse), textOf(hausnummer)].filter(Boolean).join(' ')
  const postalCode = textOf(plz)
  const city = textOf(ort)
  const company = textOf(form['firma'])
  return {
    email,
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

/** The campaign of the last touch: utm_*, gclid, fbclid. A click id of an older touch is of another campaign. */
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

/** The address that the browser leaves for to pay (specification part 2, 7, call 2); `order` brings the callback home. */
export function checkoutLink({ page, orderId, productId, billing, campaign }: CheckoutLink): string {
  const url = new URL(page)
  const parameters = {
    billing_email: billing.email,
    billing_first_name: billing.firstName,
    billing_last_name: billing.lastName,
    billing_street: billing.street,
    billing_postal_code: billing.postalCode,
    billing_city: billing.city,
    // Fees are due for dwellings in Germany only, so every order is billed there.
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
