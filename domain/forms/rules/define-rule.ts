import type { z } from 'zod/mini'
import type { AddressPart } from '#domain/forms/address-parts.ts'
import type { Refusal } from '#domain/forms/define-field.ts'

/**
 * Reason for refusing a value. If a part of an address is refused, the reason begins with the part's name:
 * `plz.format`.
 */
export type RefusalAt = Refusal | `${AddressPart}.${Refusal}`

type Refuse<Named> = (payload: z.core.ParsePayload, refusal: Named, message: string) => void

const declared = new WeakMap<z.ZodMiniType, readonly RefusalAt[]>()

/**
 * Creates a rule and registers its refusals. The type of `make` prevents a rule from reporting any other refusal.
 * `refusalsOf` therefore returns all refusals that a visitor can see.
 */
export function defineRule<const Named extends RefusalAt, Rule extends z.ZodMiniType>(
  refusals: readonly Named[],
  make: (refuse: Refuse<Named>) => Rule,
): Rule {
  const rule = make(refuse)
  declared.set(rule, refusals)
  return rule
}

/** Returns all refusals of a rule. A value of the wrong type is always refused as `format`. */
export function refusalsOf(rule: z.ZodMiniType): readonly RefusalAt[] {
  return ['format', ...(declared.get(rule) ?? [])]
}

/**
 * Adds an issue to the result of a check. The page shows `message` to the visitor. Events of type `invalid` report
 * `refusal`.
 */
function refuse({ value, issues }: z.core.ParsePayload, refusal: RefusalAt, message: string): void {
  const names = refusal.split('.')
  const rule = names.pop()
  issues.push({ code: 'custom', input: value, message, path: names, params: { rule } })
}
