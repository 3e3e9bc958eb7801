import { z } from 'zod'

/** What an entry of the audit says beyond its action. What does not apply is null. */
export const auditDetailSchema = z.object({
  refused: z.string().nullable().describe('Why the command changed nothing; null if it was carried out.'),
  document: z.string().nullable(),
  version: z.int().nullable(),
  cents: z.int().nullable(),
  reason: z.string().nullable(),
  day: z.string().nullable().describe('Day on which the letter was posted, as `YYYY-MM-DD`.'),
  messageId: z.string().nullable(),
  rowId: z.int().nullable().describe('Id of a support request or of a message.'),
  note: z.string().nullable().describe('What is none of the above, for example the field of a proof.'),
})
export type AuditDetail = z.output<typeof auditDetailSchema>

const empty: AuditDetail = {
  refused: null,
  document: null,
  version: null,
  cents: null,
  reason: null,
  day: null,
  messageId: null,
  rowId: null,
  note: null,
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the detail of an entry, which the audit stores as text. */
export function readAuditDetail(action: string, detail: string | null): AuditDetail {
  if (detail === null) return empty
  const [first = '', second = ''] = detail.split(' ')
  if (first === 'refused' && second !== '') return { ...empty, refused: second }
  if (action === 'view-document' && /^\d+$/.test(second))
    return { ...empty, document: first, version: Number(second) }
  if (action === 'refunded' && /^\d+$/.test(detail)) return { ...empty, cents: Number(detail) }
  if (action === 'failed' || action === 'decline') return { ...empty, reason: detail }
  if (action === 'sent') return { ...empty, day: detail }
  if (uuid.test(detail)) return { ...empty, messageId: detail }
  if (/^\d+$/.test(detail)) return { ...empty, rowId: Number(detail) }
  return { ...empty, note: detail }
}
