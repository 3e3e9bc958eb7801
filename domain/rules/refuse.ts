import type { z } from 'zod/mini'
import type { Refusal } from '../funnels/define-funnel.ts'

/** Adds an issue that carries the name of the rule beside the message, for `invalid` events and error texts. */
export function refuse(
  { value, issues }: z.core.ParsePayload,
  rule: Refusal,
  message: string,
  path: string[] = [],
): void {
  issues.push({ code: 'custom', input: value, message, path, params: { rule } })
}
