import { z } from 'zod'
import { printable } from '#domain/events/printable.ts'
import { redact } from '#domain/events/redact.ts'
import { funnels } from '#domain/funnels/index.ts'
import { eventDay } from './event-day.ts'
import { maxTextLength, maxTitleLength } from './note-limits.ts'

const maxKeyLength = 100

const types = funnels.map(({ type }) => type)

/** Text as it is stored: on one line, without control characters, and without addresses, phone numbers and tokens. */
const bounded = (max: number) =>
  z
    .string()
    .transform((text) => redact(printable(text.replace(/\s+/g, ' '))))
    .refine((text) => text !== '', 'must not be empty')
    .refine((text) => Array.from(text).length <= max, `must have at most ${max} characters`)
    .meta({ minLength: 1, maxLength: max })

/** An annotation as a person or a script sends it. */
export const newAnnotationSchema = z.strictObject({
  title: bounded(maxTitleLength).describe('One line that says what happened.'),
  text: bounded(maxTextLength).optional(),
  day: eventDay.optional().describe('Berlin day that it is about; the current one by default.'),
  funnel: z
    .enum(types, `must be one of ${types.join(', ')}`)
    .optional()
    .describe('Funnel that it is about; all of them by default.'),
  key: z
    .string()
    .regex(/^[\w.:+/-]+$/, 'must have only letters, digits and . _ : + / -')
    .max(maxKeyLength, `must have at most ${maxKeyLength} characters`)
    .optional()
    .describe('Name of the annotation that makes a repeated request harmless, for example `deploy-4fd1714`.'),
})
export type NewAnnotation = z.output<typeof newAnnotationSchema>

/** Who wrote an annotation: a person on a page, or a script with the token. */
export const annotationSources = ['person', 'deploy'] as const
export type AnnotationSource = (typeof annotationSources)[number]

/** Data of the event `annotated`. */
export const annotatedSchema = z.object({
  title: z.string(),
  text: z.string().optional(),
  funnel: z.string().optional(),
  source: z.enum(annotationSources),
})
