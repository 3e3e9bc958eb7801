import type { FieldValues, ResolvedField } from './define-field.ts'
import type { Funnel, Step } from './define-funnel.ts'
import { textFor, visibleBlocks } from './visible-fields.ts'

export interface StepSection {
  title: string
  /** Fields with a value, in display order. There is at least one. */
  fields: ResolvedField[]
}

export interface SummarySection extends StepSection {
  /** Number of the step on which the visitor can edit these fields, counted from 1. */
  step: number
}

/** Returns the sections of the summary next to the order button. They contain all steps except the last. */
export function summarySections(funnel: Funnel, values: FieldValues): SummarySection[] {
  return funnel.steps
    .slice(0, -1)
    .flatMap((step, index) =>
      stepSections(step, values, 'page').map((section) => ({ step: index + 1, ...section })),
    )
}

export interface SummaryRow {
  label: string
  fields: ResolvedField[]
}

/**
 * Returns the rows of a section: one for each field, but only one for the parts of a name. Its label is that of the last
 * part.
 */
export function summaryRows(fields: readonly ResolvedField[]): SummaryRow[] {
  const rows: SummaryRow[] = []
  let open: ResolvedField[] = []
  for (const field of fields) {
    open.push(field)
    if (field.joined) continue
    const label = field.inDocuments ?? field.label
    rows.push({ label: open.length > 1 ? label.replace('Nachname', 'Name') : label, fields: open })
    open = []
  }
  return open.length > 0 ? [...rows, { label: open.at(-1)!.label, fields: open }] : rows
}

/**
 * Returns the sections of a step: one for the step and one per block with a heading. They contain the fields that have
 * a value. Unticked checkboxes are omitted. `place` selects the headings: those of the pages or those of documents.
 */
export function stepSections(step: Step, values: FieldValues, place: 'page' | 'document'): StepSection[] {
  const heading = textFor(step.summary ?? step.title, values)
  // Fields without a block all belong to the first section of the step, even if a block is between them on the page.
  const sections = new Map<string, ResolvedField[]>([[heading, []]])
  for (const { title = heading, documentTitle, fields } of visibleBlocks(step, values)) {
    const shown = place === 'document' ? (documentTitle ?? title) : title
    sections.set(shown, [...(sections.get(shown) ?? []), ...fields.filter(({ name }) => values[name])])
  }
  return [...sections].flatMap(([title, fields]) => (fields.length > 0 ? [{ title, fields }] : []))
}
