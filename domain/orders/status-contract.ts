import { z } from 'zod'
import type { DocumentKind } from '#domain/events/stored-event.ts'
import { sha256Hex } from '#domain/texts/text-contract.ts'
import { shownStatuses } from './evolve-order.ts'

// Wire contract of the status page. Requests carry the token of the link in `X-Status-Token`, or the access that the
// postal code or the birth date opened in `X-Status-Access`. Neither is ever part of a URL.

const time = z.iso.datetime()

const storyStepSchema = z.object({
  state: z.enum(['done', 'now', 'next']),
  title: z.string(),
  text: z.string(),
  at: time.optional().describe('Time at which the step happened.'),
})

export const statusResponseSchema = z.object({
  orderId: z.uuid(),
  number: z.string(),
  funnel: z.string(),
  product: z.string(),
  priceCents: z.int().describe('Integer cents, VAT included.'),
  status: z.enum(shownStatuses),
  title: z.string().describe('Headline about the current state, in German.'),
  text: z.string(),
  steps: z.array(storyStepSchema).describe('What has happened, what happens now, and what comes next.'),
  changeUntil: time.optional().describe('Time until which a paid order can be amended.'),
  can: z.object({
    pay: z.boolean(),
    amend: z.boolean(),
    withdraw: z.boolean(),
    object: z.boolean().describe('Whether the customer can object to a declared withdrawal.'),
  }),
  withdrawalIsFinal: z
    .boolean()
    .describe('Whether a withdrawal that is declared here is final at once. Otherwise an operator decides.'),
})
export type StatusResponse = z.output<typeof statusResponseSchema>

/** Kinds of documents that the customer can download: all but the print-ready letter, which contains the proofs again. */
export const customerDocuments = [
  'application',
  'invoice',
  'confirmation',
  'cancellation',
] as const satisfies DocumentKind[]

/** Document that the customer can download. */
export const statusDocumentSchema = z.object({
  kind: z.enum(customerDocuments),
  version: z.int(),
  filename: z.string(),
  bytes: z.int(),
  frozenAt: time,
})
export type StatusDocument = z.output<typeof statusDocumentSchema>

const uploadSchema = z.object({
  id: z.uuid(),
  field: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  size: z.int(),
})

const formSchema = z.record(z.string().max(64), z.unknown())

export const statusDataSchema = z.object({
  runId: z.uuid().describe('Id of the run, for the uploads of an amendment.'),
  values: formSchema.describe('Values of the whole form; empty if they are erased.'),
  version: z.int().describe('Number of amendments. An amendment must name the version on which it is based.'),
  fixed: z.array(z.string()).describe('Names of the fields that cannot be amended.'),
  outdated: z
    .array(z.string())
    .describe(
      'Names of the consents whose text has changed since they were given. Amendments ask for them again.',
    ),
  documents: z.array(statusDocumentSchema),
  uploads: z.array(uploadSchema),
})
export type StatusData = z.output<typeof statusDataSchema>

const proof = z.string().min(1).max(40).describe('Postal code, or birth date as YYYY-MM-DD or DD.MM.YYYY.')

export const unlockSchema = z.object({ proof })
export const lookUpSchema = z.object({
  number: z.string().min(1).max(40).describe('Order number.'),
  email: z.string().min(1).max(254),
  proof,
})

export const accessResponseSchema = z.object({
  access: z.string().describe('Value of X-Status-Access, valid for an hour.'),
  expiresAt: time,
})
export type AccessResponse = z.output<typeof accessResponseSchema>

export const amendSchema = z.object({
  version: z.int().min(0),
  form: formSchema.describe(
    'All values that the order shall have. A consent is part of it only if the customer has given it again.',
  ),
  texts: z
    .record(z.string().max(64), sha256Hex)
    .optional()
    .describe(
      'SHA-256 of the texts of the consents that are given again, as shown; by default the current ones.',
    ),
})
export type AmendRequest = z.input<typeof amendSchema>

export const changeEmailSchema = z.object({ email: z.string().max(254) })

export const issuesSchema = z.array(
  z.object({
    field: z.string(),
    rule: z.string(),
    message: z.string(),
    sha256: sha256Hex
      .optional()
      .describe('Hash of the current text of a consent whose shown text is outdated.'),
  }),
)
