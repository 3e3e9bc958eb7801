import { askedBlocks, textFor } from './funnels/asked-fields.ts'
import type { Answers, Field, Funnel } from './funnels/define-funnel.ts'

export interface AnswerSection {
  /** Number of the step that asks these fields, from 1: where they are changed. */
  step: number
  title: string
  /** Fields that have an answer, worded, in the order of the page; at least one. */
  fields: Field[]
}

/**
 * Everything that was answered before the last step, to be read again beside the order button: a section for each
 * step, and one for each block of a step that has a heading of its own. A box that is not ticked says nothing.
 */
export function answerSections(funnel: Funnel, answers: Answers): AnswerSection[] {
  return funnel.steps.slice(0, -1).flatMap((step, index) => {
    const heading = textFor(step.summary ?? step.title, answers)
    // Fields before and after a block of a step belong together once they are read.
    const sections = new Map<string, Field[]>([[heading, []]])
    for (const { title = heading, fields } of askedBlocks(step, answers))
      sections.set(title, [...(sections.get(title) ?? []), ...fields.filter(({ name }) => answers[name])])
    return [...sections].flatMap(([title, fields]) =>
      fields.length > 0 ? [{ step: index + 1, title, fields }] : [],
    )
  })
}
