import { type Answer, type Answers, type Field, type Funnel, fieldsOf } from './funnels/define-funnel.ts'
import type { StoredEvent } from './stored-event.ts'

/** Personal values of one event, as the vault keeps them. */
export interface PersonalRow {
  position: number
  personal: { form?: Readonly<Record<string, unknown>>; clickIds?: Readonly<Record<string, string>> }
}

export interface KnownAnswers {
  /** Closed choices, from the log. */
  facts: Readonly<Record<string, string | boolean>>
  /** Facts together with the personal values of the vault. */
  answers: Answers
}

/**
 * What a visitor had answered when the last of the given events happened, in log order: later answers win
 * field by field, and the form of a `complete`, which is whole, replaces everything before it.
 */
export function answersAsOf(
  events: readonly Pick<StoredEvent, 'position' | 'type' | 'facts'>[],
  personal: readonly PersonalRow[],
): KnownAnswers {
  const forms = new Map(personal.map((row) => [row.position, row.personal.form]))
  const facts: Record<string, string | boolean> = {}
  const answers: Record<string, Answer> = {}
  const whole = events.findLastIndex((event) => event.type === 'complete')
  for (const event of events.slice(Math.max(whole, 0))) {
    Object.assign(facts, event.facts)
    Object.assign(answers, event.facts, forms.get(event.position))
  }
  return { facts, answers }
}

/** The fields that a visitor with these answers is asked. The answer of a hidden field shows no other field. */
export function shownFields(funnel: Funnel, answers: Answers): Field[] {
  const kept: Record<string, Answer> = {}
  return fieldsOf(funnel).filter((field) => {
    if (field.when && !field.when(kept)) return false
    const answer = answers[field.name]
    if (answer !== undefined) kept[field.name] = answer
    return true
  })
}
