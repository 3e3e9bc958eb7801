import { billedFields } from './checkout-link.ts'
import { funnelByType } from '#domain/funnels/index.ts'

/** The part of an order's `complete` event that determines who is billed. */
export interface BilledOrder {
  funnel: string
  facts: Readonly<Record<string, string | boolean>>
}

/**
 * Returns the form values that an invoice requires: first name, last name, address and company of the person billed. An
 * invoice does not require the e-mail address. The service and the amount are not form values; they are in the log.
 */
export function invoiceValues(
  { funnel, facts }: BilledOrder,
  form: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { firstName, lastName, address } = billedFields(funnelByType(funnel), facts)
  const names = [firstName, lastName, address, 'firma']
  return Object.fromEntries(
    names.filter((name) => form[name] !== undefined).map((name) => [name, form[name]]),
  )
}
