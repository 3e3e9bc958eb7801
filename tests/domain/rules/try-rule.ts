import type { z } from 'zod/mini'
import type { Refusal } from '#domain/funnels/define-funnel.ts'

export interface Refused {
  rule: Refusal | undefined
  message: string
  part?: string
}

/** What a rule makes of a value: the value as it is stored, or why it was refused. */
export function tryRule(rule: z.ZodMiniType, value: unknown): { value: unknown } | { refused: Refused[] } {
  const parsed = rule.safeParse(value)
  if (parsed.success) return { value: parsed.data }
  return {
    refused: parsed.error.issues.map((issue) => ({
      rule: 'params' in issue ? (issue.params as { rule: Refusal }).rule : undefined,
      message: issue.message,
      ...(issue.path.length > 0 && { part: issue.path.join('.') }),
    })),
  }
}

export const refused = (rule: Refusal, message: string, part?: string) => ({
  refused: [{ rule, message, ...(part && { part }) }],
})
