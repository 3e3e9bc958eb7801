import { type CalendarDate, monthFrom } from '../berlin-time.ts'
import type { Field } from '../funnels/define-funnel.ts'
import { checkboxRule } from '../rules/choice.ts'
import { monthRule } from '../rules/month.ts'

interface MonthField {
  name: string
  label: string
  /** What the messages call the date, for example 'Anmeldedatum'. */
  subject: string
  monthsAhead: 3 | 6
  /** The message when it is left empty, where it is not the usual one. */
  missing?: string
  nextPossibleLabel: string
  nextPossible: (today: CalendarDate) => string
}

/** A month and its 'nächstmöglich' checkbox, which the page draws with the month and which is a fact. */
export function monthFields(month: MonthField): Field[] {
  return [
    {
      name: month.name,
      label: month.label,
      kind: 'month',
      rule: monthRule(month.subject, month.monthsAhead),
      missing: month.missing ?? `${month.subject} ist erforderlich`,
      section: 'funnelData',
      placeholder: 'MM.JJJJ',
      nextPossible: {
        field: nextPossibleName,
        label: month.nextPossibleLabel,
        value: month.nextPossible,
      },
    },
    {
      name: nextPossibleName,
      label: month.nextPossibleLabel,
      kind: 'checkbox',
      rule: () => checkboxRule,
      fact: true,
      section: 'funnelData',
    },
  ]
}

const nextPossibleName = 'naechstmoeglich'

/** A dwelling is registered from the first of next month on (DESIGN 10.2). */
export const nextMonth = (today: CalendarDate) => monthFrom(today, 1)

/** An account is closed at the end of the current month. */
export const currentMonth = (today: CalendarDate) => monthFrom(today, 0)
