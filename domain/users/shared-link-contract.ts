import { z } from 'zod'
import { staffName } from '#domain/desk/session-shapes.ts'

/** Paths of the report pages, below `/berichte`, that a shared link opens: those that name no order, run or message. */
export const sharedPages = [
  '/',
  '/ziele',
  '/auffaelligkeiten',
  '/abbruch',
  '/attribution',
  '/kosten',
  '/versuche',
  '/zaehlweise',
] as const

/** Returns whether a shared link opens a page; `path` is below `/berichte`. */
export const isSharedPage = (path: string) =>
  (sharedPages as readonly string[]).includes(path.length > 1 ? path.replace(/\/$/, '') : path)

/** Number of days after which a link may end. There is none without an end. */
export const linkDays = [1, 7, 30, 90] as const

/** Maximum number of links of one maker that have not ended. */
export const maxLinks = 20

const startPages = sharedPages.map((path) => path.slice(1)).filter((path) => path !== '')

/** Path at which a link starts: a page that it opens, with its filters. */
const startPath = z
  .string()
  .max(1600)
  .regex(new RegExp(`^/berichte(?:/(?:${startPages.join('|')}))?(?:\\?[!-~]{0,1500})?$`))

export const newLinkSchema = z.strictObject({
  name: staffName.describe('For whom or what the link is; its readers see it.'),
  days: z.literal(linkDays).describe('Number of days after which the link ends.'),
  path: startPath.describe('Page of the reports at which the link starts, with its filters.'),
})

/** Secret of a link: 32 bytes in base64url. It is the fragment of the address. */
export const openLinkSchema = z.strictObject({ secret: z.string().regex(/^[\w-]{43}$/) })

const time = z.iso.datetime()

export const sharedLinkSchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string().describe('Page of the reports at which the link starts, with its filters.'),
  by: z
    .string()
    .nullable()
    .describe('Name of the user who made it; null if it was made with the shared password.'),
  createdAt: time,
  expiresAt: time,
  lastUsedOn: z.iso
    .date()
    .nullable()
    .describe('Day in Europe/Berlin on which it was last used; null if it never was.'),
})
export type SharedLink = z.output<typeof sharedLinkSchema>

export const sharedLinksSchema = z.object({ links: z.array(sharedLinkSchema) })
export const addedLinkSchema = sharedLinkSchema.extend({
  address: z
    .string()
    .describe('Path and fragment of the address. The fragment is the secret; it is shown only once.'),
})
export const openedLinkSchema = z.object({ path: z.string().describe('Page at which the link starts.') })

/** Response of `GET /api/links/session`, which is never a 401. */
export const linkSessionSchema = z.object({
  link: z
    .object({ name: z.string(), expiresAt: time })
    .nullable()
    .describe('The link that this browser has opened; null if there is none or it has ended.'),
})
