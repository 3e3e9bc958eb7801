import { z } from 'zod'
import { providerLogout } from '#domain/site/provider-logout.ts'

/**
 * Latin letters with or without marks, but no ligatures and click letters. The ranges are listed, because generators of
 * test data do not support `\p{Script=Latin}`.
 */
const letters = 'A-Za-zÀ-ÖØ-öø-ıĴ-ľŁ-ňŊ-žƀ-ƿǍ-ǰǴ-ɏḀ-ẙẞ-ỿ'

/**
 * Latin letters, ASCII digits, space, full stop, apostrophe and hyphen; a letter comes first. Other scripts, invisible
 * characters and those that change the direction of the text are refused, because a name in the audit could then look
 * like that of another operator.
 */
const operatorName = new RegExp(`^[${letters}][${letters}0-9 .'-]*[${letters}0-9.]$`, 'u')

/** Name of a person of the staff, as the audit shows it. */
export const staffName = z.string().trim().normalize('NFC').min(2).max(60).regex(operatorName)

/** Request body of `POST /api/desk/login`. The audit records the name with everything that the operator does. */
export const operatorLoginSchema = z.strictObject({
  name: staffName.describe(
    'Name of the operator: Latin letters, digits, space, full stop, apostrophe and hyphen.',
  ),
  password: z.string().min(1).max(1000),
})

/** Response of `GET /api/desk/session`, `POST /api/desk/login` and `POST /api/desk/logout`. */
export const operatorSessionSchema = z.object({
  authenticated: z.boolean(),
  expiresAt: z.iso.datetime().nullable().describe('End of the session; null if there is none.'),
  operator: z.string().nullable().describe('Name of the operator; null if there is no session.'),
  user: z
    .object({ name: z.string(), role: z.enum(['marketer', 'operator', 'admin']) })
    .optional()
    .describe('Named user who is logged in, also one whose role does not open the page.'),
  providerLogout,
})
export type OperatorSession = z.output<typeof operatorSessionSchema>
