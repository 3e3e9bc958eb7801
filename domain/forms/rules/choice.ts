import { z } from 'zod/mini'
import type { Option } from '#domain/forms/define-field.ts'

/** Returns a rule that accepts only the options. Any other value gets the same message as a missing one. */
export function choiceRule(options: readonly Option[], message: string) {
  return z.enum(
    options.map((option) => option.value),
    message,
  )
}

/** An optional checkbox. */
export const checkboxRule = z.boolean('Bitte setzen Sie den Haken oder lassen Sie ihn weg')

/** Returns the rule for a checkbox that must be ticked. */
export function consentRule(message: string) {
  return z.literal(true, message)
}
