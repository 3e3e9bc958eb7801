import type { z } from 'zod/mini'
import type { Address } from '#domain/forms/address-parts.ts'
import type { Field } from '#domain/forms/define-field.ts'

/** Stored value of a field. */
export type ValueOf<F extends Field> = F extends { kind: 'address' }
  ? Address
  : F extends { kind: 'files' }
    ? string[]
    : F extends { kind: 'checkbox' | 'consent' }
      ? boolean
      : string

/** Behaviour that differs between the kinds of fields, except for rules and controls. */
export interface Kind<F extends Field = Field> {
  /** Returns a schema of the type and maximum length of a value, regardless of its rule. */
  shape(field: F): z.ZodMiniType
  /** Returns the schema for an unfinished form, if it is looser than `shape`. */
  unfinishedShape?(field: F): z.ZodMiniType
  /** Returns the value of the empty control. */
  empty(): unknown
  /** True if a field without a default starts with `empty()` instead of no value. */
  startsEmpty?: true
  /** Returns whether a value counts as empty. Default: only an absent value does. */
  isEmpty?(value: unknown): boolean
  /** Names of the parts that refusals can refer to, for example `plz` in `adresse.plz`. */
  parts?: readonly string[]
  /** Returns the value as lines of display text; an empty array if there is nothing to show. */
  show(value: ValueOf<F>, field: F): string[]
  /** True if the value must never be stored on the visitor's device, not even until it is sent. */
  isSensitive: boolean
  /** Storage of the value in a draft: on the device, or only until the tab is closed. */
  draft: 'device' | 'tab'
}
