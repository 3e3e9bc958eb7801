import type { FieldValues, ResolvedField } from './define-field.ts'
import type { Funnel } from './define-funnel.ts'
import { textFor, visibleBlocks } from './visible-fields.ts'

export interface SummarySection {
  /** Number of the step on which the visitor can edit these fields, counted from 1. */
  step: number
  title: string
  /** Fields with a value, in display order. There is at least one. */
  fields: ResolvedField[]
}

/**
 * Returns the sections of the summary next to the order button: one per step and one per block with a heading. They
 * contain the fields that have a value, from all steps except the last. Unticked checkboxes are omitted.
 */
export function summarySections(funnel: Funnel, values: FieldValues): SummarySection[] {
  return funnel.steps.slice(0, -1).flatMap((step, index) => {
    const heading = textFor(step.summary ?? step.title, values)
    // Fields without a block all belong to the first section of the step, even if a block is between them on the page.
    const sections = new Map<string, ResolvedField[]>([[heading, []]])
    for (const { title = heading, fields } of visibleBlocks(step, values))
      sections.set(title, [...(sections.get(title) ?? []), ...fields.filter(({ name }) => values[name])])
    return [...sections].flatMap(([title, fields]) =>
      fields.length > 0 ? [{ step: index + 1, title, fields }] : [],
    )
  })
}
