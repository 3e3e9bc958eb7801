import { z } from 'zod'
import { providerLogout } from '#domain/site/provider-logout.ts'
import { staffName } from '#domain/desk/session-shapes.ts'

/**
 * - `marketer`: reads the reports, and writes annotations, mutes, costs and goals.
 * - `operator`: works with orders on the operators' page, which shows personal data.
 * - `admin`: both, and administers users, tokens and access.
 */
export const roleSchema = z.enum(['marketer', 'operator', 'admin'])
export type Role = z.output<typeof roleSchema>

export const canReadReports = (role: Role) => role !== 'operator'
export const canUseDesk = (role: Role) => role !== 'marketer'

export const minPasswordLength = 12

/** A password that is set. The service also refuses guessable ones. */
export const newPassword = z.string().min(minPasswordLength).max(200)
const typedPassword = z.string().min(1).max(1000)
const email = z.email().max(254)
/** Token of a one-time link: 32 bytes in base64url. */
const linkToken = z.string().regex(/^[\w-]{43}$/)

export const userLoginSchema = z.strictObject({ email, password: typedPassword })
export const changePasswordSchema = z.strictObject({ current: typedPassword, next: newPassword })
export const openInvitationSchema = z.strictObject({ token: linkToken })
export const acceptInvitationSchema = z.strictObject({ token: linkToken, password: newPassword })
export const newUserSchema = z.strictObject({ name: staffName, email, role: roleSchema })
export const userChangeSchema = z.union([
  z.strictObject({ role: roleSchema }),
  z.strictObject({ state: z.enum(['active', 'deactivated']) }),
])
export const sharedAccessSchema = z.strictObject({ on: z.boolean() })

/** What a script may do: read reports and the files with click ids for ad platforms; also write annotations, mutes, costs and goals; or read metrics only. */
export const tokenScopes = ['read', 'write', 'metrics'] as const
export type TokenScope = (typeof tokenScopes)[number]
export const maxTokenDays = 365
export const newTokenSchema = z.strictObject({
  name: staffName.describe('What the token is for.'),
  scope: z.enum(tokenScopes),
  days: z.int().min(1).max(maxTokenDays).describe('Number of days after which the token ends.'),
})

const time = z.iso.datetime()

export const userSchema = z.object({ id: z.string(), name: z.string(), email: z.string(), role: roleSchema })

/** Response of `GET /api/account`, which is never a 401. */
export const accountSchema = z.object({
  user: userSchema
    .extend({ hasPassword: z.boolean().describe('False for users who log in at a provider only.') })
    .nullable()
    .describe('Null without a session.'),
  expiresAt: time.nullable().describe('End of the session; null if there is none.'),
  provider: z
    .string()
    .optional()
    .describe('Name of the account with which users can log in at a provider; absent if none is configured.'),
  providerLogout,
})
export type Account = z.output<typeof accountSchema>

export const userSessionSchema = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: time,
  lastUsedAt: time,
  isCurrent: z.boolean().describe('True for the session of this request.'),
})
export const accountSessionsSchema = z.object({ sessions: z.array(userSessionSchema) })
export type ShownSession = z.output<typeof userSessionSchema>

export const invitationSchema = z.object({
  name: z.string(),
  email: z.string(),
  isNew: z.boolean().describe('False if the link replaces a password.'),
})

export const listedUserSchema = userSchema.extend({
  state: z.enum(['invited', 'active', 'deactivated']),
  createdAt: time,
  lastLoginAt: time.nullable(),
  linkExpiresAt: time.nullable().describe('End of the one-time link; null if there is none.'),
  isSelf: z.boolean(),
  sessions: z.array(userSessionSchema),
})
export const usersSchema = z.object({
  users: z.array(listedUserSchema),
  sharedAccess: z
    .boolean()
    .describe('Whether REPORTS_TOKEN, REPORTS_PASSWORD and ORDERS_PASSWORD are accepted.'),
})
export type ListedUser = z.output<typeof listedUserSchema>

export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: time.nullable(),
  by: z.string().nullable().describe('Name of the user who made it; null if a command did.'),
})
export const tokensSchema = z.object({ tokens: z.array(tokenSchema) })
export const addedTokenSchema = tokenSchema.extend({ token: z.string().describe('Shown only once.') })

const auditText = z.string().min(1).max(200)
/** Filters of the audit; they also apply to its CSV files. */
export const auditFilterSchema = z.strictObject({
  by: auditText.optional().describe('Exact name of who did it, as in `by` of the entries.'),
  action: auditText.optional().describe('Exact action, as in the entries.'),
})
export type AuditFilter = z.output<typeof auditFilterSchema>
export const auditQuerySchema = auditFilterSchema.extend({
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .optional()
    .describe('`nextCursor` of the previous page.'),
})

export const auditLogSchema = z.object({
  entries: z.array(
    z.object({
      id: z.int(),
      at: time.describe('Time; of refused attempts the time of the first one in an hour.'),
      by: z
        .string()
        .describe(
          'Named user or script with the start of its id, the name that an operator typed, REPORTS_PASSWORD or REPORTS_TOKEN, a shared link, or the platform that fetched a file. Of refused attempts, the user or password that was tried.',
        ),
      action: z.string(),
      detail: z.string().nullable().describe('More about the action; the number of refused attempts.'),
    }),
  ),
  nextCursor: z.string().nullable().describe('`cursor` of the next page; null on the last page.'),
  people: z.array(z.string()).describe('All values of `by`, for filters.'),
  actions: z.array(z.string()).describe('All values of `action`, for filters.'),
})

/** A view of the reports: a page below `/berichte` with its filters. */
export const newViewSchema = z.strictObject({
  name: z
    .string()
    .regex(/^\S(?:.{0,58}\S)?$/)
    .max(60),
  path: z
    .string()
    .regex(/^\/berichte(?:\/[a-z0-9-]{1,40}){0,2}(?:\?[!-~]{0,1500})?$/)
    .max(1600),
})
export const viewSchema = z.object({ id: z.string(), name: z.string(), path: z.string() })
export const viewsSchema = z.object({ views: z.array(viewSchema) })
