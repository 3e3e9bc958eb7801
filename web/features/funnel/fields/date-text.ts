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

const monthNames = ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez']

/**
 * Replaces the German name of a month by its number, for example in `17. Mai 1990`. Without `\p{L}`, whose first use takes
 * a slow phone several ms when the first digit is typed.
 */
function withoutMonthName(text: string): string {
  return text.replace(/[a-zä]{3,}\.?/gi, (name) => {
    const month = monthNames.indexOf(name.slice(0, 3).toLowerCase().replace('mrz', 'mär'))
    return month < 0 ? name : `.${month + 1}.`
  })
}

const written = /^\D*(\d{1,2})[\s./,-]+(\d{1,2})[\s./,-]+(\d{2,4})\D*$/
const iso = /^\s*(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?!\d)/

/**
 * Returns the parts of a whole date in one text: `17.05.1990`, `17/5/1990`, `17. Mai 1990`, `1990-05-17`, `17051990` or
 * `19900517`. Returns undefined for any other text, such as a single part.
 */
export function readDate(text: string): DateParts | undefined {
  const digits = /^\s*(\d{8})\s*$/.exec(text)?.[1]
  if (digits) {
    const [day, month] = [digits.slice(0, 2), digits.slice(2, 4)]
    if (Number(day) <= 31 && Number(month) <= 12) return { day, month, year: digits.slice(4) }
    return { day: digits.slice(6), month: digits.slice(4, 6), year: digits.slice(0, 4) }
  }
  const [, first = '', month = '', last = ''] = iso.exec(text) ?? written.exec(withoutMonthName(text)) ?? []
  if (first === '') return undefined
  return first.length === 4 ? { day: last, month, year: first } : { day: first, month, year: last }
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

/**
 * Formats typed text as `MM.JJJJ`, possibly incomplete. A dot, slash or space after one digit completes the month. Text
 * that begins with the year, such as `2027-01`, is converted as soon as its month is complete. Of a whole date, month and
 * year are kept.
 */
export function typeMonth(text: string): string {
  const date = readDate(text)
  if (date && date.year.length === 4) return `${date.month.padStart(2, '0')}.${date.year}`
  const numeric = withoutMonthName(text).replace(/^\D+/, '')
  const single = /^\s*(\d)\s*[./\-\s]\s*(\d{0,4})/.exec(numeric)
  if (single) return `0${single[1]}.${single[2]}`
  const digits = digitsOf(numeric, 6)
  if (/^(?:19|20)(?:\d|$)/.test(numeric)) return yearFirst(digits)
  const dotted = digits.length > 2 || /^\d{2}[./\-\s]$/.test(numeric)
  return dotted ? `${digits.slice(0, 2)}.${digits.slice(2)}` : digits
}

function yearFirst(digits: string): string {
  const [year, month] = [digits.slice(0, 4), digits.slice(4)]
  if (/^(?:0[1-9]|1[0-2]|[2-9])$/.test(month)) return `${month.padStart(2, '0')}.${year}`
  return month ? `${year}-${month}` : year
}

/** Converts `MM.JJJJ` to the stored `YYYY-MM`. Returns an incomplete month unchanged. */
export function storeMonth(text: string): string {
  const full = /^(\d{2})\.(\d{4})$/.exec(text)
  return full ? `${full[2]}-${full[1]}` : text
}

/** Completes a month that the visitor leaves as `2027-1`, of which more digits could have followed. */
export function completeMonth(text: string): string {
  const single = /^(\d{4})-(\d)$/.exec(text)
  return single ? `${single[1]}-0${single[2]}` : text
}

/** Returns a hint about missing digits while a month is being typed. */
export function monthHint(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').length
  if (digits === 0 || digits === 6) return undefined
  const lacking = 6 - digits
  return `${lacking === 1 ? 'Es fehlt noch eine Ziffer' : `Es fehlen noch ${lacking} Ziffern`} (z.B. 03.2027).`
}
