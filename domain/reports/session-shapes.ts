import { z } from 'zod'
import { providerLogout } from '#domain/site/provider-logout.ts'

/** Request body of `POST /api/login`. */
export const loginSchema = z.strictObject({ password: z.string().min(1).max(1000) })

/**
 * Response of `GET /api/session`, `POST /api/login` and `POST /api/logout`. `GET /api/session` never returns a 401,
 * because browsers would log it as an error in the console.
 */
export const sessionSchema = z.object({
  authenticated: z.boolean(),
  expiresAt: z.iso.datetime().nullable().describe('End of the session; null if there is none.'),
  user: z
    .object({ name: z.string(), role: z.enum(['marketer', 'operator', 'admin']) })
    .optional()
    .describe('Named user who is logged in, also one whose role does not open the reports.'),
  providerLogout,
})
export type ReportSession = z.output<typeof sessionSchema>
