import type { Funnel, Refusal } from '#domain/funnels/define-funnel.ts'

/** A form as a browser sends it. */
export type Form = Readonly<Record<string, unknown>>

export interface ValidOrder {
  name: string
  form: Form
}

/** A valid order with one thing wrong. */
export interface BrokenOrder {
  name: string
  form: Form
  /** The field that must be named, with the part for an address. */
  path: string
  rule: Refusal
  message: string
}

/** What is taken of a funnel, and what is refused: the form and the service are held against the same. */
export interface FunnelCases {
  funnel: Funnel
  orders: readonly ValidOrder[]
  broken: readonly BrokenOrder[]
}

/** Where, what is put there, and what must be said about it; where two places differ, `path` names the one told. */
export type Break = readonly [at: string, value: unknown, rule: Refusal, message: string, path?: string]

export function brokenOrders(order: ValidOrder, breaks: readonly Break[]): BrokenOrder[] {
  return breaks.map(([at, value, rule, message, path = at]) => ({
    name: `${order.name}: ${at} ${JSON.stringify(value)?.slice(0, 40) ?? 'left out'}`,
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
