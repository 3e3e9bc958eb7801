import { answerShape } from './answer-shape.ts'
import { type Answer, type Answers, type Funnel, fieldsByNameOf } from './funnels/define-funnel.ts'
import { readAnswer } from './read-answer.ts'

/** A hostile form can hold thousands of unknown fields; the answer names the first ones. */
const mostIssues = 30

export interface ShapeIssue {
  /** Field name, with the part for an address. */
  field: string
  message: string
}

/**
 * Reads the form of an unfinished run (`step`, `email`, `abandon`): fields must be known, and of the right
 * type and length, nothing more, so that a rule that changed at midnight never loses a step (DESIGN 4).
 * Also the first look at the form of a `complete`, whose rules `checkForm` checks.
 * Never throws, and no message repeats a value.
 */
export function readForm(
  funnel: Funnel,
  form: Readonly<Record<string, unknown>>,
): { answers: Answers; issues: ShapeIssue[] } {
  const fields = fieldsByNameOf(funnel)
  const answers: Record<string, Answer> = {}
  const issues: ShapeIssue[] = []
  for (const [name, raw] of Object.entries(form)) {
    if (issues.length >= mostIssues) break
    const field = fields.get(name)
    if (!field) {
      const shown = name.slice(0, 64)
      issues.push({ field: shown, message: `unknown field of ${funnel.type}: ${JSON.stringify(shown)}` })
      continue
    }
    const value = readAnswer(raw)
    if (value === undefined) continue
    const parsed = answerShape(field).safeParse(value)
    if (parsed.success) answers[name] = parsed.data as Answer
    else
      issues.push(
        ...parsed.error.issues.map((issue) => ({
          // Only an address has parts; which of two uploads is meant says nothing to anybody.
          field: field.kind === 'address' ? [name, ...issue.path.map(String)].join('.') : name,
          message: issue.message,
        })),
      )
  }
  return { answers, issues }
}
