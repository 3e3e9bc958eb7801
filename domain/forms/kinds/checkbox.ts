import { z } from 'zod/mini'
import type { CheckboxField } from '#domain/forms/define-field.ts'
import { once } from '#domain/forms/rules/once.ts'
import type { Kind } from './kind.ts'

const flag = once(() => z.boolean('must be true or false'))

/** Members common to the kinds `checkbox` and `consent`. */
export const box = {
  shape: flag,
  empty: () => false,
  show: (value: boolean) => (value ? ['Ja'] : []),
  isSensitive: false,
} as const

/** An optional checkbox. An unticked box is a valid answer: no. */
export const checkbox: Kind<CheckboxField> = {
  ...box,
  startsEmpty: true,
  draft: 'device',
}
