import type { Refusal } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'

/** The form of an order as a browser sends it. */
export type Form = Readonly<Record<string, unknown>>

export interface ValidOrder {
  name: string
  form: Form
}

/** A valid order with one mistake. */
export interface BrokenOrder {
  name: string
  form: Form
  /** Path of the field that the issue must name. For an address, it includes the part, for example `adresse.plz`. */
  path: string
  rule: Refusal
  message: string
}

/** Valid and invalid orders of a funnel, with which both the form and the service are tested. */
export interface FunnelCases {
  funnel: Funnel
  orders: readonly ValidOrder[]
  broken: readonly BrokenOrder[]
}

/**
 * A mistake: the field, its invalid value, and the expected rule and message. `path` is the reported field if it is not
 * `at`.
 */
export type Break = readonly [at: string, value: unknown, rule: Refusal, message: string, path?: string]

/** Returns one invalid order for each mistake. */
export function brokenOrders(order: ValidOrder, breaks: readonly Break[]): BrokenOrder[] {
  return breaks.map(([at, value, rule, message, path = at]) => ({
    name: `${order.name}: ${at} ${JSON.stringify(value)?.slice(0, 40) ?? 'missing'}`,
    form: withValue(order.form, at, value),
    path,
    rule,
    message,
  }))
}

function withValue(form: Form, at: string, value: unknown): Form {
  const [name = '', part] = at.split('.')
  if (!part) return { ...form, [name]: value }
  return { ...form, [name]: { ...(form[name] as object), [part]: value } }
}
