import type { z } from 'zod'
import type { Refusal } from '../funnels/define-funnel.ts'

/** Adds an issue that carries the name of the rule beside the message, for `invalid` events and error texts. */
export function refuse(context: z.RefinementCtx, rule: Refusal, message: string, path: string[] = []): void {
  context.addIssue({ code: 'custom', message, path, params: { rule } })
}
