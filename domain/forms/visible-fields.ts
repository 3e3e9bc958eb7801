import type { Field, FieldValue, FieldValues, ResolvedField, Wording } from './define-field.ts'
import type { Block, CopyLink, Step, Text } from './define-funnel.ts'

export function textFor(text: Text, values: FieldValues): string {
  return typeof text === 'string' ? text : text(values)
}

/**
 * Returns whether a field must be filled in while it is shown. `values` contains the values of the fields before it.
 */
export function isRequired({ required }: Field, values: FieldValues): boolean {
  return typeof required === 'boolean' ? required : required(values)
}

/** Returns the texts of a field for these values. */
export function wordingOf(field: Field, values: FieldValues): Wording {
  return field.wording ? { ...field, ...field.wording(values) } : field
}

/** Returns the field with the texts and the value of `required` that apply for these values. */
export function resolveField(field: Field, values: FieldValues): ResolvedField {
  return { ...field, ...field.wording?.(values), required: isRequired(field, values) } as ResolvedField
}

/** Returns the step's visible fields. Their texts and `required` are resolved for the given values. */
export function visibleFields(step: Step, values: FieldValues): ResolvedField[] {
  const visible = step.fields.filter((field) => !field.hidden && (!field.when || field.when(values)))
  // Leaves out the checkbox for the next possible month, because the month field renders it.
  const beside = new Set(visible.map((field) => field.kind === 'month' && field.nextPossible?.field))
  return visible.filter((field) => !beside.has(field.name)).map((field) => resolveField(field, values))
}

export interface VisibleBlock {
  /** Heading of the block. Absent for fields directly under the heading of the step. */
  title?: string
  /** Heading in documents, if it differs from `title`. */
  documentTitle?: string
  /** The copy link of the block. Absent if the link is not shown. */
  copy?: CopyLink
  /** True if the visitor must open the block to see its fields, unless one of them has a value. */
  collapsed?: true
  /** The visible fields of the block, at least one. */
  fields: ResolvedField[]
}

/** Returns the visible fields of a step in their order, grouped by block. */
export function visibleBlocks(step: Step, values: FieldValues): VisibleBlock[] {
  const visible: VisibleBlock[] = []
  let last: Block | undefined
  for (const field of visibleFields(step, values)) {
    const block = step.blocks?.find((one) => one.fields.includes(field.name))
    if (visible.length === 0 || block !== last) visible.push({ ...headingOf(block, values), fields: [] })
    visible.at(-1)!.fields.push(field)
    last = block
  }
  return visible
}

function headingOf(block: Block | undefined, values: FieldValues): Omit<VisibleBlock, 'fields'> {
  if (!block) return {}
  const { title, inDocuments, copy, collapsed } = block
  const offered = copy && (!copy.when || copy.when(values))
  return {
    title: textFor(title, values),
    ...(inDocuments && { documentTitle: textFor(inDocuments, values) }),
    ...(offered && { copy }),
    ...(collapsed && { collapsed }),
  }
}

/** Returns the values that a copy link fills in, by the name of the target field. */
export function copiedValues(copy: CopyLink, values: FieldValues): Record<string, FieldValue> {
  const copied = Object.entries(copy.from).map(([to, from]) => [to, values[from]] as const)
  return Object.fromEntries(copied.filter((entry): entry is [string, FieldValue] => entry[1] !== undefined))
}
