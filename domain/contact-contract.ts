import { z } from 'zod/mini'
import { emailRule } from './rules/email.ts'

/** The wire contract of what visitors write to us: questions to the support, and withdrawals of a contract. */

export const supportPath = '/api/send-support-email'
export const withdrawalPath = '/api/withdrawals'

/** What somebody writes about (specification part 2, 3.6). */
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

export const longest = { name: 100, email: 254, orderNumber: 40, message: 5000, details: 2000 } as const

const missing = 'Dieses Feld ist erforderlich'

function tooLong(characters: number): string {
  return `Bitte höchstens ${characters.toLocaleString('de-DE')} Zeichen eingeben`
}

// Without control characters, so that nothing typed can end a line of a mail's header.
const ofOneLine = z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Bitte in eine Zeile schreiben')
const ofLines = z.regex(/^(?:[\n\r\t]|[^\p{Cc}])*$/u, 'Der Text enthält Zeichen, die wir nicht lesen können')

function line(characters: number) {
  return z.string(missing).check(z.trim(), z.maxLength(characters, tooLong(characters)), ofOneLine)
}

function lines(characters: number) {
  return z.string(missing).check(z.trim(), z.maxLength(characters, tooLong(characters)), ofLines)
}

const name = line(longest.name).check(z.minLength(1, missing))
const email = z.pipe(z.string(missing).check(z.trim(), z.minLength(1, missing)), emailRule)

/** Nobody sees this field; whoever fills it in is a program. */
const trap = z.prefault(z.string().check(z.maxLength(500)), '')

export const supportRequestSchema = z.object({
  name,
  email,
  anliegen: z.enum(
    concerns.map(({ value }) => value),
    missing,
  ),
  message: lines(longest.message).check(z.minLength(1, missing)),
  website: trap,
})
export type SupportRequest = z.output<typeof supportRequestSchema>

/** § 356a BGB: no more may be asked for than a name, what the contract is told by, and where to confirm the receipt. */
export const withdrawalSchema = z.object({
  name,
  email,
  orderNumber: z.prefault(line(longest.orderNumber), ''),
  details: z.prefault(lines(longest.details), ''),
  website: trap,
})
export type Withdrawal = z.output<typeof withdrawalSchema>

/** Answer of both. `fields`: what is wrong, by the name of the field. */
export interface ContactAnswer {
  success: boolean
  error: string | null
  fields?: Record<string, string>
}

/** What is wrong by field, the first of each. */
export function faultsOf(error: z.core.$ZodError): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const { path, message } of error.issues) faults[String(path[0] ?? '')] ??= message
  return faults
}
