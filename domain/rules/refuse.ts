import type { z } from 'zod/mini'
import type { Address, Refusal } from '../funnels/define-funnel.ts'

/** Why a value is refused or, of an address, a part of it. */
export type RefusalAt = Refusal | `${keyof Address}.${Refusal}`

type Refuse<Named> = (payload: z.core.ParsePayload, refusal: Named, message: string) => void

const declared = new WeakMap<z.ZodMiniType, readonly RefusalAt[]>()

/**
 * A rule together with everything it refuses a value for, which is all that `make` is given to refuse with:
 * so nobody can add a refusal without naming it, and `refusalsOf` can tell what a visitor may be shown.
 */
export function refusing<const Named extends RefusalAt, Rule extends z.ZodMiniType>(
  refusals: readonly Named[],
  make: (refuse: Refuse<Named>) => Rule,
): Rule {
  const rule = make(refuse)
  declared.set(rule, refusals)
  return rule
}

/** Everything that a rule refuses a value for; one of a wrong type is always refused as `format`. */
export function refusalsOf(rule: z.ZodMiniType): readonly RefusalAt[] {
  return ['format', ...(declared.get(rule) ?? [])]
}

/** Adds an issue that carries the name of the rule beside the message, for `invalid` events and error texts. */
function refuse({ value, issues }: z.core.ParsePayload, refusal: RefusalAt, message: string): void {
  const names = refusal.split('.')
  const rule = names.pop()
  issues.push({ code: 'custom', input: value, message, path: names, params: { rule } })
}
