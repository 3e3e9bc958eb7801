import type { Refusal } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'

/** The form of an order as a browser sends it. */
export type Form = Readonly<Record<string, unknown>>

export interface ValidOrder {
  name: string
  form: Form
}

/** An order with exactly one mistake. */
export interface BrokenOrder {
  name: string
  form: Form
  /** Field that the error must name. For an address, the path includes the part, for example `adresse.plz`. */
  path: string
  rule: Refusal
  message: string
}

/** Valid and invalid orders of a funnel. Tests of the form and tests of the service both use them. */
export interface FunnelCases {
  funnel: Funnel
  orders: readonly ValidOrder[]
  broken: readonly BrokenOrder[]
}

/**
 * A mistake: the field `at`, its invalid value, and the expected rule and message. `path` is given if the error names
 * another field than `at`.
 */
export type Break = readonly [at: string, value: unknown, rule: Refusal, message: string, path?: string]

/** Returns one invalid order for each mistake: the valid `order` with the invalid value. */
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
