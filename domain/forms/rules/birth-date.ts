import { z } from 'zod/mini'
import { type CalendarDate, ageOn, parseDay } from '#domain/time/berlin-time.ts'
import { cachedPerDay } from './cached-per-day.ts'
import { defineRule } from './define-rule.ts'

const message = 'Bitte geben Sie ein gültiges Geburtsdatum im Format TT.MM.JJJJ ein'
const adult = 18

const always = ['format', 'tooEarly', 'tooLate'] as const

/** Returns the rule that accepts a birth date, `YYYY-MM-DD`, from 1900 until `today`. */
export const birthDateRule = cachedPerDay((today) =>
  defineRule(always, (refuse) =>
    z.string(message).check(
      z.superRefine((text, context) => {
        checkBirthDate(text, today, (rule, reason) => refuse(context, rule, reason))
      }),
    ),
  ),
)

/** Returns the rule that accepts the birth date of someone who is at least 18 years old on `today`. */
export const adultBirthDateRule = cachedPerDay((today) =>
  defineRule([...always, 'tooYoung'], (refuse) =>
    z.string(message).check(
      z.superRefine((text, context) => {
        const birth = checkBirthDate(text, today, (rule, reason) => refuse(context, rule, reason))
        if (birth && ageOn(today, birth) < adult)
          refuse(context, 'tooYoung', `Sie müssen mindestens ${adult} Jahre alt sein`)
      }),
    ),
  ),
)

/** Calls `refuse` if the birth date is invalid and returns undefined. Otherwise returns the date. */
function checkBirthDate(
  text: string,
  today: CalendarDate,
  refuse: (rule: (typeof always)[number], reason: string) => void,
): CalendarDate | undefined {
  const birth = parseDay(text)
  if (!birth) refuse('format', wrongYear(text) ?? message)
  else if (birth.year < 1900) refuse('tooEarly', 'Geburtsjahr kann nicht vor 1900 liegen')
  else if (birth.year > today.year) refuse('tooLate', 'Geburtsjahr kann nicht in der Zukunft liegen')
  else if (ageOn(today, birth) < 0) refuse('tooLate', 'Geburtsdatum kann nicht in der Zukunft liegen')
  else return birth
  return undefined
}

/**
 * Returns a message if the year does not have four digits. The page joins year, month and day as the visitor typed
 * them, so the year can have any number of digits.
 */
function wrongYear(text: string): string | undefined {
  const year = /^(\d*)-\d*-\d*$/.exec(text)?.[1]
  if (year === undefined || year.length === 4) return undefined
  const detail = year === '' ? 'z.B. 1990' : `aktuell: ${year.length} Ziffern`
  return `Jahr muss genau 4 Ziffern haben (${detail})`
}
