/** The three boxes of a date, digits only. */
export interface DateParts {
  day: string
  month: string
  year: string
}

/**
 * What was typed for day, month and year as one value: `YYYY-MM-DD` when complete, and otherwise a text
 * from which the rule can tell what is lacking, such as `199-05-07`. Empty when nothing was typed.
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

export function digitsOf(text: string, atMost: number): string {
  return text.replace(/\D/g, '').slice(0, atMost)
}

const firstYear = 1900

/** Live hint while a date up to `lastYear` is being typed, or undefined when nothing is lacking yet or any more. */
export function hintAtDate({ day, month, year }: DateParts, lastYear: number): string | undefined {
  if (Number(day) > 31) return 'Der Tag liegt zwischen 1 und 31.'
  if (Number(month) > 12) return 'Der Monat liegt zwischen 1 und 12.'
  const lacking = 4 - year.length
  if (year === '') return undefined
  if (lacking === 0 && Number(year) < firstYear) return `Jahr kann nicht vor ${firstYear} liegen`
  if (lacking === 0 && Number(year) > lastYear) return `Jahr kann nicht nach ${lastYear} liegen`
  if (lacking === 0) return undefined
  return `Beim Jahr ${lacking === 1 ? 'fehlt noch eine Ziffer' : `fehlen noch ${lacking} Ziffern`} (z.B. 1990).`
}

/** A month as it is shown while typing, `MM.JJJJ`; the dot comes by itself. */
export function showMonth(value: unknown): string {
  if (typeof value !== 'string') return ''
  const stored = /^(\d{4})-(\d{2})$/.exec(value)
  return stored ? `${stored[2]}.${stored[1]}` : value
}

/** Typed text as `MM.JJJJ` so far. A dot, slash or blank after one digit means a month below ten. */
export function typeMonth(text: string): string {
  const single = /^\s*(\d)\s*[./\-\s]\s*(\d{0,4})/.exec(text)
  if (single) return `0${single[1]}.${single[2]}`
  const digits = digitsOf(text, 6)
  const dotted = digits.length > 2 || /^\d{2}[./\-\s]$/.test(text)
  return dotted ? `${digits.slice(0, 2)}.${digits.slice(2)}` : digits
}

/** `MM.JJJJ` as the stored `YYYY-MM`; what is not complete yet stays as it was typed. */
export function storeMonth(text: string): string {
  const full = /^(\d{2})\.(\d{4})$/.exec(text)
  return full ? `${full[2]}-${full[1]}` : text
}

/** Live hint while a month is being typed. */
export function missingMonthDigits(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').length
  if (digits === 0 || digits === 6) return undefined
  const lacking = 6 - digits
  return `${lacking === 1 ? 'Es fehlt noch eine Ziffer' : `Es fehlen noch ${lacking} Ziffern`} (z.B. 03.2027).`
}
