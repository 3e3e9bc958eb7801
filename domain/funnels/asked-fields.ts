import type { Answer, Answers, Block, CopyLink, Field, Step, Text } from './define-funnel.ts'

/** A text for these answers. */
export function textFor(text: Text, answers: Answers): string {
  return typeof text === 'string' ? text : text(answers)
}

/** The field with its texts for these answers. */
export function worded(field: Field, answers: Answers): Field {
  return field.wording ? { ...field, ...field.wording(answers) } : field
}

/** The fields of a step that the page asks, worded for the checked answers so far. */
export function askedFields(step: Step, answers: Answers): Field[] {
  const asked = step.fields.filter(
    (field) => field.control !== 'hidden' && (!field.when || field.when(answers)),
  )
  // A 'next possible' box is drawn beside its month.
  const beside = new Set(asked.map((field) => field.nextPossible?.field))
  return asked.filter((field) => !beside.has(field.name)).map((field) => worded(field, answers))
}

export interface AskedBlock {
  /** Absent for fields that stand under the step's own heading. */
  title?: string
  /** Present while it is offered. */
  copy?: CopyLink
  /** At least one, worded. */
  fields: Field[]
}

/** The asked fields of a step in their order, in the blocks in which they stand together. */
export function askedBlocks(step: Step, answers: Answers): AskedBlock[] {
  const asked: AskedBlock[] = []
  let last: Block | undefined
  for (const field of askedFields(step, answers)) {
    const block = step.blocks?.find((one) => one.fields.includes(field.name))
    if (asked.length === 0 || block !== last) asked.push({ ...headingOf(block, answers), fields: [] })
    asked.at(-1)!.fields.push(field)
    last = block
  }
  return asked
}

function headingOf(block: Block | undefined, answers: Answers): Omit<AskedBlock, 'fields'> {
  if (!block) return {}
  const { title, copy } = block
  const offered = copy && (!copy.when || copy.when(answers))
  return { title: textFor(title, answers), ...(offered && { copy }) }
}

/** What a copy link fills in: the answers that there are, by the name of the field that takes each. */
export function copiedAnswers(copy: CopyLink, answers: Answers): Record<string, Answer> {
  const copied = Object.entries(copy.from).map(([to, from]) => [to, answers[from]] as const)
  return Object.fromEntries(copied.filter((entry): entry is [string, Answer] => entry[1] !== undefined))
}
