import type { IbanField } from '#domain/forms/define-field.ts'
import type { Kind } from './kind.ts'
import { typedText } from './text-shape.ts'

/** An IBAN in upper case without spaces. A draft keeps it on the device only until the tab is closed. */
export const iban: Kind<IbanField> = {
  ...typedText,
  show: (value) => [groupIban(value)],
  isSensitive: true,
  draft: 'tab',
}

/** Returns the IBAN in groups of four. */
export function groupIban(value: string): string {
  return (value.match(/.{1,4}/g) ?? []).join(' ')
}
