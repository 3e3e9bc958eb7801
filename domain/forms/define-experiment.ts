import type { Field, Help } from './define-field.ts'

/** What a variant changes in a field: its texts, and at most one rule, which may only become less strict. */
export interface FieldChange {
  label?: string
  hint?: string
  help?: Help
  placeholder?: string
  missing?: string
  /** Must be given to change texts of a field that has a `wording`, which they would not replace. */
  wording?: Field['wording']
  /** The field may be left empty. */
  required?: false
  /** Must accept every value that the rule of the field accepts. */
  rule?: Field['rule']
}

export interface Variant {
  /** Name of the variant in events and reports, for example `b`. */
  key: string
  /** Percentage of the runs, a whole number. The weights of all variants add up to 100. */
  weight: number
  /** Changes by field name. */
  fields?: Readonly<Record<string, FieldChange>>
  /** Changes by step name. */
  steps?: Readonly<Record<string, { title?: string; subtitle?: string }>>
}

/** A comparison of variants of a funnel. See docs/operating.md for how to run and end one. */
export interface Experiment {
  /** Name of the experiment in events and reports, for example `iban-hint`. */
  key: string
  /** What is expected and why, in German. The report shows it. */
  hypothesis: string
  /** Time from which new runs take part, in ISO 8601 with an offset. It must be after the deployment. */
  from: string
  /** Time from which new runs no longer take part. Runs that take part already keep their variant. */
  until?: string
  /** What was decided at the end and why, in German. */
  outcome?: string
  /**
   * What the test is made for, fixed before the start: the share of orders among the runs that reach the first changed
   * step, and the smallest relative change of it that would matter, for example 0.1 for 50 to 55 %.
   */
  plan: { rate: number; lift: number }
  /** The first variant is the funnel as it is, with which the others are compared. */
  variants: readonly [Variant, ...Variant[]]
}
