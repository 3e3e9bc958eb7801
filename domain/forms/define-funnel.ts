import type { Experiment } from './define-experiment.ts'
import type { Field, FieldValues } from './define-field.ts'

/** Text that may depend on the values entered so far. The function is also called when nothing has been entered. */
export type Text = string | ((values: FieldValues) => string)

/** A link that copies values between fields. `from` maps the name of each target field to its source field. */
export interface CopyLink {
  label: string
  from: Readonly<Record<string, string>>
  /** Condition under which the link is shown. Default: always. */
  when?: (values: FieldValues) => boolean
}

/** Consecutive fields of a step under a common heading. The heading is shown if at least one of the fields is shown. */
export interface Block {
  title: Text
  /** Heading in documents, for a title that addresses the visitor. Default: the title. */
  inDocuments?: Text
  fields: readonly string[]
  copy?: CopyLink
  /** True if the page shows only the heading until the visitor opens the block. All its fields must be optional. */
  collapsed?: true
}

export interface Step {
  /** Name of the step: the path segment after the slug, and the name of the stage in reports. */
  name: string
  title: Text
  subtitle?: Text
  /** Heading for the step's values in the summary and in documents. Default: the title. */
  summary?: Text
  fields: readonly Field[]
  blocks?: readonly Block[]
}

/** Price by service level, in integer cents including VAT. */
export interface Price {
  premium: number
  vip: number
}

/** Names of the fields that identify the person billed for an order. */
export interface BilledFields {
  firstName: string
  lastName: string
  address: string
}

/** The wording of a letter to the fee office that is not derived from fields, written in the customer's name. */
export interface LetterText {
  subject: string
  /** Paragraph after the salutation. It says what is applied for and from which day, and begins in lower case. */
  opening: string
  /** Paragraph after the facts. It says what the fee office is asked to do. */
  request: string
}

/** What became of a field that an earlier version of a funnel had: its values are dropped or belong to another field. */
export type EarlierField = 'dropped' | { replacedBy: string }

export interface Funnel {
  /** First segment of the path, for example `rundfunkbeitrag-anmelden`. */
  slug: string
  /** Name in events and messages, for example `anmeldung`. */
  type: string
  /** Must be incremented when the number, order or meaning of the steps changes. */
  version: number
  /** Step names of earlier versions, oldest first, so that the service can still accept and report their events. */
  earlierVersions?: readonly { version: number; steps: readonly string[] }[]
  /**
   * Fields that open pages of earlier versions still send, by name. The value is stored under the field that replaced
   * the earlier one, or dropped. A new entry also allows the rejected events of the last 30 days that name the field to
   * be replayed.
   */
  earlierFields?: Readonly<Record<string, EarlierField>>
  title: string
  /** Shown in the title of the browser's tab. Pages show a drawing instead. */
  emoji: string
  /** Product name in the webhook message and on the order page. */
  product: string
  /** Product id of the external checkout. */
  productId: number
  price: Price
  /** Main characteristics of the service, one line each, shown directly above the order button (§ 312j Abs. 2 BGB). */
  essentials: readonly string[]
  /** Heading of the last step. */
  summaryTitle: (values: FieldValues) => string
  /**
   * The field for the month in which the order takes effect. Webhook messages contain the first or last day of the
   * month under the name `as`.
   */
  effective: { field: string; as: string; day: 'first' | 'last' }
  /**
   * Name of the field that supplies the `reason` in reports, for example the reason for closing an account. The field
   * must be a choice that is stored as a fact.
   */
  reportBy?: string
  /**
   * Returns the names of the fields that describe the person billed, or undefined if the person of step 1 is billed.
   * The result depends only on the facts of the form.
   */
  billed?: (facts: FieldValues) => BilledFields | undefined
  /**
   * Returns the names of the fields that replace the name or the address of the letter's sender as soon as the order is
   * in effect, for example the new name after a marriage. The result depends only on the facts of the form.
   */
  replaced?: (facts: FieldValues) => Partial<BilledFields> | undefined
  /**
   * Returns the wording of the letter. `day` is the day on which the order takes effect, for example `1. Dezember 2026`.
   */
  letter: (values: FieldValues, day: string) => LetterText
  steps: readonly Step[]
  /** Comparisons of variants of this funnel, past ones included. At most one runs at any time. */
  experiments?: readonly Experiment[]
}

/**
 * Declares a funnel. `mistakesOf` checks the constraints that the types cannot express. Only tests call `mistakesOf`,
 * so that its code is not in the browser bundle.
 */
export function defineFunnel(funnel: Funnel): Funnel {
  return funnel
}

const fieldsByFunnel = new WeakMap<Funnel, readonly Field[]>()

/** Returns the fields of all steps in order. The result is cached, because it is needed for every event. */
export function fieldsOf(funnel: Funnel): readonly Field[] {
  const known = fieldsByFunnel.get(funnel)
  if (known) return known
  const fields = funnel.steps.flatMap((step) => step.fields)
  fieldsByFunnel.set(funnel, fields)
  return fields
}

const fieldsByName = new WeakMap<Funnel, ReadonlyMap<string, Field>>()

export function fieldsByNameOf(funnel: Funnel): ReadonlyMap<string, Field> {
  const known = fieldsByName.get(funnel)
  if (known) return known
  const fields = new Map(fieldsOf(funnel).map((field) => [field.name, field]))
  fieldsByName.set(funnel, fields)
  return fields
}

/** Returns the step names of a version of a funnel, or undefined if the version is unknown. */
export function stepNames(funnel: Funnel, version: number): readonly string[] | undefined {
  if (version === funnel.version) return funnel.steps.map((step) => step.name)
  return funnel.earlierVersions?.find((earlier) => earlier.version === version)?.steps
}

/** Returns the price of an order in cents. */
export function priceOf(funnel: Funnel, values: FieldValues): number {
  return values['serviceLevel'] === 'vip' ? funnel.price.vip : funnel.price.premium
}
