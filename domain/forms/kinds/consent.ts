import type { ConsentField } from '#domain/forms/define-field.ts'
import { box } from './checkbox.ts'
import type { Kind } from './kind.ts'

/** A checkbox that must be ticked. Consent is requested again on every visit. */
export const consent: Kind<ConsentField> = {
  ...box,
  isEmpty: (value) => value === false,
  draft: 'tab',
}
