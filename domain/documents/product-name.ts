import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'

/** Returns the name of the service that was ordered. The service level is named only if it is not the default one. */
export function productName({ product }: Funnel, values: FieldValues): string {
  return values['serviceLevel'] === 'vip' ? `${product} (VIP)` : product
}
