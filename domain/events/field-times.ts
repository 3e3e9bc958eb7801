import { z } from 'zod'
import { maxFieldTimes } from '#domain/limits.ts'
import { weekMs } from '#domain/time/durations.ts'

/** Maximum number of corrections that are stored. A higher number is reduced to it. */
const maxEdits = 1000

/** Name of a field, or of a part of an address such as `adresse.plz`. */
export const fieldName = z.string().min(1).max(64)

// `overwrite` changes a value like `transform` does, but makes no second schema that zod runs for every field of an event.
const fieldTime = z.strictObject({
  field: fieldName,
  seconds: z
    .number()
    .min(0)
    .overwrite((value) => Math.min(value, weekMs / 1000))
    .describe('Time with the focus in the field, in seconds.'),
  edits: z
    .int()
    .min(0)
    .overwrite((value) => Math.min(value, maxEdits))
    .describe('How often the visitor changed the field again after using another one.'),
  empty: z.boolean().describe('Whether the field had no value when the event occurred.'),
})
export type FieldTime = z.output<typeof fieldTime>

/** How visitors used the fields of a step. Never contains a value that they entered. */
export const fieldTimes = z
  .array(fieldTime)
  .max(maxFieldTimes)
  .optional()
  .describe(
    'The fields that the visitor used since the previous event of this step that had this member. Each field at most once.',
  )
