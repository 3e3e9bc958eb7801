import { z } from 'zod'
import type { LetterNews, LetterReport } from '#domain/orders/letter-report.ts'

/**
 * Bounds of a report's age, in ms. Pingen's signature covers no time, but the body has one. The upper bound
 * is wide because Pingen repeats a report for days while this service is unavailable. A replayed report does no harm
 * before that either: it repeats what was decided.
 */
export const maxReportAge = 7 * 24 * 3_600_000
export const maxReportLead = 10 * 60_000

const resource = z.object({ type: z.string(), id: z.string().min(1).max(100) })
const relationship = z.object({ data: resource }).nullish()

/** A webhook of Pingen. Only the parts that this service uses; personal data, such as addresses, is left out. */
export const letterWebhookSchema = z.object({
  data: z.object({
    type: z.string(),
    id: z.string(),
    attributes: z.object({ created_at: z.string() }),
    relationships: z.object({
      organisation: z.object({ data: resource }),
      letter: relationship,
      deliverable: relationship,
      event: relationship,
    }),
  }),
  included: z
    .array(
      z.object({
        type: z.string(),
        id: z.string(),
        attributes: z
          .object({
            status: z.string().nullish(),
            file_original_name: z.string().nullish(),
            code: z.string().nullish(),
          })
          .optional(),
      }),
    )
    .default([]),
})
type Webhook = z.output<typeof letterWebhookSchema>

export type ReadLetterWebhook =
  | { code: 'report'; report: LetterReport }
  /** The body is not a webhook of Pingen. */
  | { code: 'malformed' }
  /** The report is too old, or from the future. */
  | { code: 'out-of-window' }
  /** The report is about another organisation, or about something other than a letter. */
  | { code: 'ignored' }

/** Statuses of letters that Pingen will not post. With other statuses, an operator can correct the letter at Pingen. */
const finalStatuses: ReadonlySet<string> = new Set([
  'unprintable',
  'invalid',
  'rejected',
  'expired',
  'undeliverable',
  'cancelled',
])

/** Reads the body of a webhook whose signature was verified. `now` is in ms since the epoch. */
export function readLetterWebhook(
  body: string,
  { organisation, now }: { organisation: string; now: number },
): ReadLetterWebhook {
  const webhook = parse(body)
  if (!webhook) return { code: 'malformed' }
  const { attributes, relationships } = webhook.data
  const at = readTime(attributes.created_at)
  if (at === undefined) return { code: 'malformed' }
  if (at < now - maxReportAge || at > now + maxReportLead) return { code: 'out-of-window' }
  const letter = (relationships.letter ?? relationships.deliverable)?.data
  if (relationships.organisation.data.id !== organisation || letter?.type !== 'letters')
    return { code: 'ignored' }
  const details = webhook.included.find(({ type, id }) => type === 'letters' && id === letter.id)
  const news = newsOf(webhook, details?.attributes?.status ?? '')
  if (!news) return { code: 'ignored' }
  const id = ownId(details?.attributes?.file_original_name)
  return { code: 'report', report: { letterId: letter.id, id, at, news } }
}

function parse(body: string): Webhook | undefined {
  try {
    return letterWebhookSchema.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

/** Reads a time like `2026-11-22T20:33:23+0100`. */
function readTime(text: string): number | undefined {
  const time = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(time) ? undefined : time
}

function newsOf(webhook: Webhook, status: string): LetterNews | undefined {
  switch (webhook.data.type) {
    // A delivered letter was posted. The report about its posting may arrive later or never.
    case 'webhook_sent':
    case 'webhook_delivered':
      return { code: 'sent' }
    case 'webhook_undeliverable':
      return { code: 'failed', reason: 'undeliverable' }
    case 'webhook_issues': {
      const reason = eventCode(webhook)
      return { code: finalStatuses.has(status) ? 'failed' : 'attention', reason }
    }
    default:
      return undefined
  }
}

/** Returns the code of the event, such as `rejected_from_printcenter`. Free text could contain personal data. */
function eventCode({ data, included }: Webhook): string {
  const id = data.relationships.event?.data.id
  const event = included.find((one) => one.id === id && one.type.endsWith('_events'))
  const code = event?.attributes?.code ?? ''
  return /^[a-z0-9_]{1,64}$/.test(code) ? code : 'issue'
}

function ownId(fileName: string | null | undefined): string | undefined {
  return /^formlotse-([0-9a-f-]{36})\.pdf$/.exec(fileName ?? '')?.[1]
}
