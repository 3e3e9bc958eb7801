import { z } from 'zod'
import { annotationSources } from './annotation.ts'

/** An annotation as the service returns it after it was written. */
export const storedAnnotationSchema = z.object({
  id: z.string(),
  position: z.int().describe('Position of its event in the log.'),
  day: z.string(),
  title: z.string().describe('E-mail addresses, phone numbers and tokens are replaced by `(entfernt)`.'),
  text: z.string().nullable(),
  funnel: z.string().nullable(),
  source: z.enum(annotationSources),
})
export type StoredAnnotation = z.output<typeof storedAnnotationSchema>
