import type { MonthField } from '#domain/forms/define-field.ts'
import type { Kind } from './kind.ts'
import { typedText } from './text-shape.ts'

/** A month, `YYYY-MM`. */
export const month: Kind<MonthField> = {
  ...typedText,
  show: (value) => [monthName(value)],
}

const names = new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function monthName(value: string): string {
  const at = Date.parse(`${value}-01T00:00:00Z`)
  return Number.isNaN(at) ? value : names.format(at)
}
