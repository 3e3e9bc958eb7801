import { z } from 'zod'
import { closeReasons, muteAuthors, muteSubjectSchema } from '#domain/operations/alert.ts'
import { alertSchema } from '#domain/reports/alerts/shape.ts'
import { asOf } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { position } from '#domain/reports/shared-shapes.ts'

/** Maximum number of closed alerts, the ones that were closed last. */
export const maxClosed = 50

const mute = z.object({
  id: z.string().describe('Ends it: `DELETE /api/alerts/mutes/{id}`.'),
  subject: muteSubjectSchema.describe('What is muted; a member that is null covers all values.'),
  until: z.iso.datetime().nullable().describe('Null until somebody ends it.'),
  by: z.enum(muteAuthors),
})

const entry = z.object({
  id: z.string().describe('Position of the event with which it was opened.'),
  alert: alertSchema.describe('The figures as of `examinedUntil`; final once it is closed.'),
  examinedUntil: z.iso.datetime().describe('End of the last hour that its figures contain.'),
  openedAt: z.iso.datetime().describe('When it was recorded.'),
  closedAt: z.iso.datetime().nullable(),
  reason: z
    .enum(closeReasons)
    .nullable()
    .describe(
      '`over`: the rates are usual again. `merged`: it is part of another alert. `not_found`: the completed figures are not unusual. `expired`: it is not examined any more, because it is too old or its destination is switched off.',
    ),
  mute: mute.nullable().describe('Why it is neither mailed nor counted as open; null if it is not muted.'),
})
export type InboxEntry = z.output<typeof entry>

const shape = z.object({
  asOfPosition: position,
  open: z.array(entry).describe('Newest first.'),
  closed: z.array(entry).describe(`The last ${maxClosed} that were closed, newest first.`),
})
export type InboxReport = z.output<typeof shape>

/** Report on the faults that the service has recorded by itself. */
export const inboxContract = {
  path: 'inbox',
  query: z.strictObject({ asOf }),
  shape,
} satisfies ReportContract
