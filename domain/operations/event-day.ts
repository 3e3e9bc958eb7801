import { z } from 'zod'
import { parseDay } from '#domain/time/berlin-time.ts'

/** Returns whether a text is an existing day of this century in the form `YYYY-MM-DD`. */
export function isEventDay(text: string): boolean {
  return parseDay(text) !== undefined && text >= '2000-01-01' && text <= '2099-12-31'
}

/** Day that an event is about, as people and scripts send it. */
export const eventDay = z
  .string()
  .refine(isEventDay, 'must be an existing day in the form YYYY-MM-DD')
  .meta({ format: 'date', pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$' })
