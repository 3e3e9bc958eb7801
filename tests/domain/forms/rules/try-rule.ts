import type { z } from 'zod/mini'
import type { Refusal } from '#domain/forms/define-field.ts'

export interface Refused {
  rule: Refusal | undefined
  message: string
  part?: string
}

/** Checks a value against a rule. Returns the value as the rule normalizes it, or the reasons for refusing it. */
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
