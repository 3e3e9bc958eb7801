import { z } from 'zod/mini'
import { type CalendarDate, monthFrom } from '#domain/time/berlin-time.ts'
import { cachedPerDay } from './cached-per-day.ts'
import { defineRule } from './define-rule.ts'

const message = 'Bitte geben Sie ein gültiges Datum im Format MM.JJJJ ein'
const monthsBack = 6
const firstYear = 2024

/** Returns the last year that may be entered: 2030, or the year after `today` if that is later than 2030. */
function lastYear(today: CalendarDate): number {
  return Math.max(2030, today.year + 1)
}

/**
 * Returns the rule for a month, `YYYY-MM`, that is at most six months in the past and at most `monthsAhead` months in
 * the future. `subject` is the name of the date in the messages, for example 'Anmeldedatum'.
 */
export function monthRule(subject: string, monthsAhead: number) {
  return cachedPerDay((today) =>
    defineRule(['format', 'tooEarly', 'tooLate'], (refuse) =>
      z.string(message).check(
        z.superRefine((text, context) => {
          const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
          if (!year || !month) return refuse(context, 'format', message)
          if (Number(month) < 1 || Number(month) > 12)
            return refuse(context, 'format', 'Monat muss zwischen 01 und 12 liegen')
          const last = lastYear(today)
          const years = `Jahr muss zwischen ${firstYear} und ${last} liegen`
          if (Number(year) < firstYear) return refuse(context, 'tooEarly', years)
          if (Number(year) > last) return refuse(context, 'tooLate', years)
          // `text` and the results of `monthFrom` have the format YYYY-MM, so they can be compared as strings.
          if (text < monthFrom(today, -monthsBack))
            return refuse(
              context,
              'tooEarly',
              `Datum kann maximal ${monthsBack} Monate in der Vergangenheit liegen`,
            )
          if (text > monthFrom(today, monthsAhead))
            refuse(context, 'tooLate', `${subject} kann maximal ${monthsAhead} Monate in die Zukunft liegen`)
        }),
      ),
    ),
  )
}
