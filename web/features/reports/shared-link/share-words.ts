import type { linkDays } from '#domain/users/shared-link-contract.ts'
import { ReportError } from '#web/features/reports/data/get-report.ts'

export const dayNames: Record<(typeof linkDays)[number], string> = {
  1: '1 Tag',
  7: '7 Tage',
  30: '30 Tage',
  90: '90 Tage',
}

/** Returns why a link was not made. */
export function shareFailure(error: Error): string {
  const { status, parameter, type } = error instanceof ReportError ? error : {}
  if (parameter === 'name')
    return 'Der Name braucht 2 bis 60 Zeichen: lateinische Buchstaben, Ziffern, Leerzeichen, Punkt, Apostroph und Bindestrich.'
  if (parameter === 'path') return 'Diese Ansicht hat zu viele Filter für einen Link.'
  if (type === 'too-many-links') return 'Es gibt schon zu viele Links. Bitte beenden Sie erst welche.'
  if (status === 429) return 'Das waren zu viele Versuche. Bitte versuchen Sie es später noch einmal.'
  return 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.'
}
