/** Contents of the three inputs of a date, digits only. */
export interface DateParts {
  day: string
  month: string
  year: string
}

/**
 * Joins the inputs to one value:
 * - `YYYY-MM-DD` if all inputs are complete
 * - an empty string if all inputs are empty
 * - otherwise the parts as entered, such as `199-05-07`; the field's rule then reports the missing or incomplete part
 */
export function joinDate({ day, month, year }: DateParts): string {
  if (!day && !month && !year) return ''
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

function twoDigits(part: string): string {
  return part && part.padStart(2, '0')
}

export function splitDate(value: unknown): DateParts {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : []
  return { day, month, year }
}

export function digitsOf(text: string, maxLength: number): string {
  return text.replace(/\D/g, '').slice(0, maxLength)
}

const firstYear = 1900

/**
 * Returns a hint about the first wrong or incomplete part of a typed date, or undefined. The year must not be after
 * `lastYear`.
 */
export function dateHint({ day, month, year }: DateParts, lastYear: number): string | undefined {
  if (Number(day) > 31) return 'Der Tag liegt zwischen 1 und 31.'
  if (Number(month) > 12) return 'Der Monat liegt zwischen 1 und 12.'
  const lacking = 4 - year.length
  if (year === '') return undefined
  if (lacking === 0 && Number(year) < firstYear) return `Jahr kann nicht vor ${firstYear} liegen`
  if (lacking === 0 && Number(year) > lastYear) return `Jahr kann nicht nach ${lastYear} liegen`
  if (lacking === 0) return undefined
  return `Beim Jahr ${lacking === 1 ? 'fehlt noch eine Ziffer' : `fehlen noch ${lacking} Ziffern`} (z.B. 1990).`
}

/** Converts the stored `YYYY-MM` to the displayed `MM.JJJJ`. Returns other text unchanged. */
export function showMonth(value: unknown): string {
  if (typeof value !== 'string') return ''
  const stored = /^(\d{4})-(\d{2})$/.exec(value)
  return stored ? `${stored[2]}.${stored[1]}` : value
}

/** Formats typed text as `MM.JJJJ`, possibly incomplete. A dot, slash or space after one digit completes the month. */
export function typeMonth(text: string): string {
  const single = /^\s*(\d)\s*[./\-\s]\s*(\d{0,4})/.exec(text)
  if (single) return `0${single[1]}.${single[2]}`
  const digits = digitsOf(text, 6)
  const dotted = digits.length > 2 || /^\d{2}[./\-\s]$/.test(text)
  return dotted ? `${digits.slice(0, 2)}.${digits.slice(2)}` : digits
}

/** Converts `MM.JJJJ` to the stored `YYYY-MM`. Returns an incomplete month unchanged. */
export function storeMonth(text: string): string {
  const full = /^(\d{2})\.(\d{4})$/.exec(text)
  return full ? `${full[2]}-${full[1]}` : text
}

/** Returns a hint about missing digits while a month is being typed. */
export function monthHint(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').length
  if (digits === 0 || digits === 6) return undefined
  const lacking = 6 - digits
  return `${lacking === 1 ? 'Es fehlt noch eine Ziffer' : `Es fehlen noch ${lacking} Ziffern`} (z.B. 03.2027).`
}
