import { type CalendarDate, monthFrom } from '#domain/time/berlin-time.ts'
import type { CheckboxField, MonthField } from '#domain/forms/define-field.ts'
import { checkboxRule } from '#domain/forms/rules/choice.ts'
import { monthRule } from '#domain/forms/rules/month.ts'

interface MonthOptions {
  name: string
  label: string
  /** Label in documents. Default: `label`. */
  inDocuments?: string
  /** Name of the date in error messages, for example 'Anmeldedatum'. */
  subject: string
  monthsAhead: 3 | 6
  /** Message for an empty month. Default: `<subject> ist erforderlich`. */
  missing?: string
  nextPossibleLabel: string
  nextPossible: (today: CalendarDate) => string
}

/** Returns a month field and its checkbox 'nächstmöglich', which the page renders next to the month. */
export function monthFields(month: MonthOptions): [MonthField, CheckboxField] {
  return [
    {
      name: month.name,
      label: month.label,
      ...(month.inDocuments && { inDocuments: month.inDocuments }),
      kind: 'month',
      rule: monthRule(month.subject, month.monthsAhead),
      required: true,
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
      rule: checkboxRule,
      required: false,
      fact: true,
      section: 'funnelData',
    },
  ]
}

const nextPossibleName = 'naechstmoeglich'

/**
 * Returns the earliest month that is possible for a registration. It is the month after `today`, because a dwelling is
 * registered from the first day of a month.
 */
export const nextMonth = (today: CalendarDate) => monthFrom(today, 1)

/**
 * Returns the earliest month that is possible for a deregistration. It is the month of `today`, because an account is
 * closed on the last day of a month.
 */
export const currentMonth = (today: CalendarDate) => monthFrom(today, 0)
