import type { z } from 'zod/mini'
import type { Address } from '#domain/forms/address-parts.ts'
import type { Field } from '#domain/forms/define-field.ts'

/** The type of the stored value of a field. */
export type ValueOf<F extends Field> = F extends { kind: 'address' }
  ? Address
  : F extends { kind: 'files' }
    ? string[]
    : F extends { kind: 'checkbox' | 'consent' }
      ? boolean
      : string

/** Behaviour of the fields of one kind, except for their rules and controls. */
export interface Kind<F extends Field = Field> {
  /** Returns a schema of the type and maximum length of a value, regardless of its rule. */
  shape(field: F): z.ZodMiniType
  /**
   * Returns the schema for values in an unfinished form. Defined only if `shape` would reject values that such a form
   * may contain.
   */
  unfinishedShape?(field: F): z.ZodMiniType
  /** Returns the value that the control has while it is empty. */
  empty(): unknown
  /** True if a field without a default starts with the value `empty()` instead of no value. */
  startsEmpty?: true
  /** Returns whether a value counts as empty. By default only an absent value does. */
  isEmpty?(value: unknown): boolean
  /** Names of the parts that refusals can refer to, for example `plz` in `adresse.plz`. */
  parts?: readonly string[]
  /** Returns the value as lines of text to display, or an empty array if there is nothing to show. */
  show(value: ValueOf<F>, field: F): string[]
  /** True if the value must be left out of events that are stored on the visitor's device until they are sent. */
  isSensitive: boolean
  /** Where a draft stores the value: permanently on the device, or only until the tab is closed. */
  draft: 'device' | 'tab'
}
