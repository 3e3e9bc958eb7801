import { z } from 'zod'
import { type Answer, type Answers, type Field, type Funnel, fieldsOf } from './funnels/define-funnel.ts'
import { readAnswer } from './read-answer.ts'

/** Longest text of any field, in characters. The rules ask for less; this only bounds what is stored unchecked. */
const longestText = 1000
const longestPart = 200

const partialAddress = z.strictObject({
  strasse: z.string().max(longestPart).optional(),
  hausnummer: z.string().max(longestPart).optional(),
  plz: z.string().max(longestPart).optional(),
  ort: z.string().max(longestPart).optional(),
  land: z.string().max(longestPart).optional(),
})

export interface ShapeIssue {
  /** Field name, with the part for an address. */
  field: string
  message: string
}

/**
 * Reads the form of an unfinished run (`step`, `email`, `abandon`): fields must be known, and of the right
 * type and length, nothing more, so that a rule that changed at midnight never loses a step (DESIGN 4).
 * Also the first look at the form of a `complete`, whose rules `checkForm` checks.
 */
export function readForm(
  funnel: Funnel,
  form: Readonly<Record<string, unknown>>,
): { answers: Answers; issues: ShapeIssue[] } {
  const fields = new Map(fieldsOf(funnel).map((field) => [field.name, field]))
  const answers: Record<string, Answer> = {}
  const issues: ShapeIssue[] = []
  for (const [name, raw] of Object.entries(form)) {
    const field = fields.get(name)
    if (!field) {
      const shown = name.slice(0, 64)
      issues.push({ field: shown, message: `unknown field of ${funnel.type}: ${JSON.stringify(shown)}` })
      continue
    }
    const value = readAnswer(raw)
    if (value === undefined) continue
    const parsed = shapeOf(field).safeParse(value)
    if (parsed.success) answers[name] = parsed.data as Answer
    else
      issues.push(
        ...parsed.error.issues.map((issue) => ({
          field: [name, ...issue.path.map(String)].join('.'),
          message: issue.message,
        })),
      )
  }
  return { answers, issues }
}

const text = z.string().max(longestText)
const ticked = z.boolean()
const uploadIds = z.array(z.uuid()).max(2)

function shapeOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'address':
      return partialAddress
    case 'checkbox':
    case 'consent':
      return ticked
    case 'files':
      return uploadIds
    case 'choice':
      // A fact goes into the log as it is, so even an unfinished run may only hold one of its options.
      return z.enum(field.options?.map((option) => option.value) ?? [])
    default:
      return text
  }
}
