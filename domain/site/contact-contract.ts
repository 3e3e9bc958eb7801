import { germanInteger } from '#domain/numbers/german-number.ts'
import { z } from 'zod/mini'
import { emailRule } from '#domain/forms/rules/email.ts'

// Wire contract of messages from visitors: support requests and withdrawals of a contract.

export const supportPath = '/api/send-support-email'
export const withdrawalPath = '/api/withdrawals'

/** Topics of a support request. */
export const concerns = [
  { value: 'anmeldung', label: 'Anmeldung' },
  { value: 'abmeldung', label: 'Abmeldung' },
  { value: 'aenderung', label: 'Änderung' },
  { value: 'zusaetzlich', label: 'Zusätzliche Wohnung' },
  { value: 'technisch', label: 'Technische Frage' },
  { value: 'billing', label: 'Rechnung und Zahlung' },
  { value: 'allgemein', label: 'Allgemeine Frage' },
  { value: 'sonstiges', label: 'Sonstiges' },
] as const

export const maxLengths = { name: 100, email: 254, orderNumber: 40, message: 5000, details: 2000 } as const

const missing = 'Dieses Feld ist erforderlich'

function tooLong(characters: number): string {
  return `Bitte höchstens ${germanInteger(characters)} Zeichen eingeben`
}

// A text without control characters, so that no input can end a line of a mail header. The pattern lists ranges,
// because generators of test data do not support `\p{Cc}`.
const singleLine = z.regex(
  new RegExp(String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$`, 'u'),
  'Bitte in eine Zeile schreiben',
)
const multiLine = z.regex(
  new RegExp(String.raw`^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$`, 'u'),
  'Der Text enthält Zeichen, die wir nicht lesen können',
)

function line(characters: number) {
  return z.string(missing).check(z.trim(), z.maxLength(characters, tooLong(characters)), singleLine)
}

function lines(characters: number) {
  return z.string(missing).check(z.trim(), z.maxLength(characters, tooLong(characters)), multiLine)
}

const name = line(maxLengths.name).check(z.minLength(1, missing))
const email = z.pipe(z.string(missing).check(z.trim(), z.minLength(1, missing)), emailRule())

/** Honeypot: the field is invisible, so only programs fill it in. */
const trap = z.prefault(z.string().check(z.maxLength(500)), '')

export const supportRequestSchema = z.object({
  name,
  email,
  anliegen: z.enum(
    concerns.map(({ value }) => value),
    missing,
  ),
  /** Number of the order that the message is about, as typed; empty if there is none. */
  orderNumber: z.prefault(line(maxLengths.orderNumber), ''),
  message: lines(maxLengths.message).check(z.minLength(1, missing)),
  website: trap,
})
export type SupportRequest = z.output<typeof supportRequestSchema>

/**
 * A withdrawal form may ask only for the name, the identification of the contract, and an address for the
 * acknowledgement of receipt (§ 356a BGB).
 */
export const withdrawalSchema = z.object({
  name,
  email,
  orderNumber: z.prefault(line(maxLengths.orderNumber), ''),
  details: z.prefault(lines(maxLengths.details), ''),
  website: trap,
})
export type Withdrawal = z.output<typeof withdrawalSchema>

/** Response to a support request or a withdrawal. `fields` contains error messages by field name. */
export interface ContactResponse {
  success: boolean
  error: string | null
  fields?: Record<string, string>
}

/** Returns the first error message of each field. */
export function errorsByField(error: z.core.$ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of error.issues) errors[String(path[0] ?? '')] ??= message
  return errors
}
