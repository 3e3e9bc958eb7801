import { z } from 'zod/mini'
import { type CalendarDate, ageOn, parseDay } from '../berlin-time.ts'
import { ofDay } from './of-day.ts'
import { refuse } from './refuse.ts'

const message = 'Bitte geben Sie ein gültiges Geburtsdatum im Format TT.MM.JJJJ ein'
const adult = 18

/** A birth date, `YYYY-MM-DD`, from 1900 on and not in the future (specification part 1, 5.3; DESIGN 10.8). */
export const birthDateRule = ofDay((today) =>
  z.string(message).check(
    z.superRefine((text, context) => {
      checkBirthDate(text, today, context)
    }),
  ),
)

/** A birth date of someone who is at least 18 on `today`. */
export const adultBirthDateRule = ofDay((today) =>
  z.string(message).check(
    z.superRefine((text, context) => {
      const birth = checkBirthDate(text, today, context)
      if (birth && ageOn(today, birth) < adult)
        refuse(context, 'tooYoung', `Sie müssen mindestens ${adult} Jahre alt sein`)
    }),
  ),
)

/** The birth date, or undefined after a refusal. */
function checkBirthDate(
  text: string,
  today: CalendarDate,
  context: z.core.ParsePayload,
): CalendarDate | undefined {
  const birth = parseDay(text)
  if (!birth) refuse(context, 'format', wrongYear(text) ?? message)
  else if (birth.year < 1900) refuse(context, 'tooEarly', 'Geburtsjahr kann nicht vor 1900 liegen')
  else if (birth.year > today.year) refuse(context, 'tooLate', 'Geburtsjahr kann nicht in der Zukunft liegen')
  else if (ageOn(today, birth) < 0)
    refuse(context, 'tooLate', 'Geburtsdatum kann nicht in der Zukunft liegen')
  else return birth
  return undefined
}

/** The page joins what was typed for year, month and day, so a year may still lack digits. */
function wrongYear(text: string): string | undefined {
  const year = /^(\d*)-\d*-\d*$/.exec(text)?.[1]
  if (year === undefined || year.length === 4) return undefined
  const detail = year === '' ? 'z.B. 1990' : `aktuell: ${year.length} Ziffern`
  return `Jahr muss genau 4 Ziffern haben (${detail})`
}
