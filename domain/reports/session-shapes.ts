import { z } from 'zod'

/** `POST /api/login`. */
export const loginSchema = z.strictObject({ password: z.string().min(1).max(1000) })

/**
 * `GET /api/session`, never a 401, so that a page can ask quietly; `POST /api/login` and `POST /api/logout` answer it too.
 */
export const sessionSchema = z.object({
  authenticated: z.boolean(),
  expiresAt: z.iso.datetime().nullable().describe('When the session ends; null without one.'),
})
export type ReportSession = z.output<typeof sessionSchema>
