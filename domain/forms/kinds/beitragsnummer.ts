import type { BeitragsnummerField } from '#domain/forms/define-field.ts'
import type { Kind } from './kind.ts'
import { typedText } from './text-shape.ts'

/** The nine-digit number that the fee office assigns to an account. */
export const beitragsnummer: Kind<BeitragsnummerField> = {
  ...typedText,
  show: (value) => [groupBeitragsnummer(value)],
}

/**
 * Returns a number in groups of three digits. Text with other characters is returned unchanged, so that the visitor can
 * correct it.
 */
export function groupBeitragsnummer(value: string): string {
  return /^\d+$/.test(value) ? (value.match(/.{1,3}/g) ?? []).join(' ') : value
}
