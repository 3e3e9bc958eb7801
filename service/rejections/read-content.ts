import { z } from 'zod'
import { devices } from '#domain/limits.ts'

const factsSchema = z.object({
  funnelVersion: z.int(),
  step: z.int(),
  occurredAt: z.string(),
  sentAt: z.string(),
  context: z.object({
    sessionId: z.string(),
    sessionStartedAt: z.string(),
    device: z.enum(devices),
    consent: z.enum(['none', 'marketing']),
  }),
  userAgent: z.object({ browser: z.string(), os: z.string(), bot: z.boolean() }),
  form: z.record(z.string(), z.union([z.string(), z.boolean()])),
})
export type RejectedFacts = z.output<typeof factsSchema>

const valuesSchema = z.object({ data: z.unknown(), form: z.record(z.string(), z.unknown()).optional() })
export type RejectedValues = z.output<typeof valuesSchema>

/** Returns the form of a rejected event as the client sent it, in any order of its fields, with its data. */
export function readContent({ facts, values }: { facts: string; values: string }) {
  const read = factsSchema.parse(JSON.parse(facts))
  const { data, form } = valuesSchema.parse(JSON.parse(values))
  return { facts: read, data, ...(form && { form: { ...read.form, ...form } }) }
}
