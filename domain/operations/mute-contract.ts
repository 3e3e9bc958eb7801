import { z } from 'zod'
import { funnels } from '#domain/funnels/index.ts'
import { alertKinds, muteAuthors, muteSubjectSchema } from './alert.ts'

const types = funnels.map(({ type }) => type)

/** How long a mute lasts: a day, a week, or until somebody ends it. */
export const muteDurations = ['day', 'week', 'unlimited'] as const
export type MuteDuration = (typeof muteDurations)[number]

/** A name of a field or a rule. Names that no fault has mute nothing. */
const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9.-]{0,60}$/, 'must be a name of at most 61 letters, digits, dots and hyphens')

/** A request to mute alerts. A member that is absent or null covers all values. */
export const newMuteSchema = z.strictObject({
  kind: z.enum(alertKinds, `must be one of ${alertKinds.join(', ')}`),
  funnel: z
    .enum(types, `must be one of ${types.join(', ')}`)
    .nullish()
    .describe('Covers alerts of this funnel alone.'),
  step: z.int('must be a whole number').min(1, 'must be at least 1').max(20, 'must be at most 20').nullish(),
  field: name.nullish(),
  rule: name.nullish(),
  duration: z.enum(muteDurations, `must be one of ${muteDurations.join(', ')}`),
})
export type NewMute = z.output<typeof newMuteSchema>

/** A mute as it was stored. */
export const storedMuteSchema = z.object({
  id: z.string(),
  subject: muteSubjectSchema,
  until: z.iso.datetime().nullable(),
  by: z.enum(muteAuthors),
})
