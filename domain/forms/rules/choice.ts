import { z } from 'zod/mini'
import type { Option } from '#domain/forms/define-field.ts'
import { once } from './once.ts'

/**
 * Returns a rule that accepts only the options. Any other value is refused with `message`, the message for a missing
 * value.
 */
export function choiceRule(options: readonly Option[], message: string) {
  return once(() =>
    z.enum(
      options.map((option) => option.value),
      message,
    ),
  )
}

/** Accepts any value of an optional checkbox. */
export const checkboxRule = once(() => z.boolean('Bitte setzen Sie den Haken oder lassen Sie ihn weg'))

/** Returns the rule that accepts only a ticked checkbox. */
export function consentRule(message: string) {
  return once(() => z.literal(true, message))
}
