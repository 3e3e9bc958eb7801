import type { FieldValues, ResolvedField } from './define-field.ts'
import type { Funnel } from './define-funnel.ts'
import { textFor, visibleBlocks } from './visible-fields.ts'

export interface SummarySection {
  /** Number of the step on which the visitor can edit these fields, counted from 1. */
  step: number
  title: string
  /** Fields with a value, in display order; never empty. */
  fields: ResolvedField[]
}

/**
 * Returns the fields with values, from all steps before the last, for the review next to the order button. There is one
 * section per step and one per block with a heading. Unticked checkboxes are omitted.
 */
export function summarySections(funnel: Funnel, values: FieldValues): SummarySection[] {
  return funnel.steps.slice(0, -1).flatMap((step, index) => {
    const heading = textFor(step.summary ?? step.title, values)
    // The fields of a step before and after a block share one section.
    const sections = new Map<string, ResolvedField[]>([[heading, []]])
    for (const { title = heading, fields } of visibleBlocks(step, values))
      sections.set(title, [...(sections.get(title) ?? []), ...fields.filter(({ name }) => values[name])])
    return [...sections].flatMap(([title, fields]) =>
      fields.length > 0 ? [{ step: index + 1, title, fields }] : [],
    )
  })
}
