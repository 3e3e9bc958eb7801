import type { MonthField } from '#domain/forms/define-field.ts'
import type { Kind } from './kind.ts'
import { typedText } from './text-shape.ts'

/** A month, `YYYY-MM`. */
export const month: Kind<MonthField> = {
  ...typedText,
  show: (value) => [monthName(value)],
}

function monthName(value: string): string {
  const at = new Date(`${value}-01T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return value
  return at.toLocaleDateString('de-DE', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
