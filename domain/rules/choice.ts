import { z } from 'zod/mini'
import type { Option } from '../funnels/define-funnel.ts'

/** One of the options; anything else gets the message of an open choice. */
export function choiceRule(options: readonly Option[], message: string) {
  return z.enum(
    options.map((option) => option.value),
    message,
  )
}

/** A ticked or unticked box. */
export const checkboxRule = z.boolean('Bitte setzen Sie den Haken oder lassen Sie ihn weg')

/** A box that must be ticked. */
export function consentRule(message: string) {
  return z.literal(true, message)
}
