import type { FieldValues, ResolvedField } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { effectiveDay } from '#domain/forms/effective-day.ts'
import { showValue } from '#domain/forms/show-value.ts'
import { stepSections } from '#domain/forms/summary-sections.ts'
import type { FactSection } from './content.ts'
import { writtenDay } from './german-text.ts'

/**
 * Returns the data of an application by section, like the summary next to the order button but with the wording for
 * documents. Left out are consents, which are declarations and not data, and fields that concern only the order.
 * `values` contains the values of shown fields only.
 */
export function documentSections(
  funnel: Funnel,
  values: FieldValues,
  isIncluded: (field: ResolvedField) => boolean = () => true,
): FactSection[] {
  return funnel.steps
    .flatMap((step) => stepSections(step, values, 'document'))
    .map(({ title, fields }) => ({
      title,
      rows: fields
        .filter((field) => field.kind !== 'consent' && !field.orderOnly && isIncluded(field))
        .map((field) => ({ label: documentLabel(field), value: documentValue(funnel, field, values) }))
        .filter(({ value }) => value !== ''),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** Returns the label of a field in documents. There, it no longer matters that a value was optional. */
export function documentLabel({ inDocuments, label }: Pick<ResolvedField, 'inDocuments' | 'label'>): string {
  return inDocuments ?? label.replace(/ \(freiwillig\)$/, '')
}

/**
 * Returns a value as one line of text: the lines of an address are joined, and line breaks in free text replaced. Only an
 * address abroad has several lines, because its country must be the last one on an envelope.
 */
function documentValue(funnel: Funnel, field: ResolvedField, values: FieldValues): string {
  if (field.name === funnel.effective.field) return effectiveDayIn(funnel, field, values)
  const value = values[field.name]
  if (field.kind === 'files') return Array.isArray(value) && value.length > 0 ? shown(field, values) : ''
  if (field.kind !== 'choice') return shown(field, values)
  return field.options.find((option) => option.value === value)?.inDocuments ?? shown(field, values)
}

function shown(field: ResolvedField, values: FieldValues): string {
  const lines = showValue(field, values)
  const isAbroad = field.kind === 'address' && lines.length > 2
  const text = lines.join(isAbroad ? '\n' : ', ')
  return field.kind === 'textarea' ? text.replaceAll(/\s+/g, ' ').trim() : text
}

/** Returns the day that the month stands for, and whether the visitor asked for the next possible one. */
function effectiveDayIn(funnel: Funnel, field: ResolvedField, values: FieldValues): string {
  const day = effectiveDay(funnel, values)
  if (day === undefined) return ''
  const box = field.kind === 'month' ? field.nextPossible?.field : undefined
  const asSoonAsPossible = box !== undefined && values[box] === true
  return writtenDay(day) + (asSoonAsPossible ? ' (nächstmöglicher Zeitpunkt)' : '')
}
