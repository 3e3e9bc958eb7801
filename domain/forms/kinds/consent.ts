import type { ConsentField } from '#domain/forms/define-field.ts'
import { box } from './checkbox.ts'
import type { Kind } from './kind.ts'

/**
 * A checkbox that must be ticked. Drafts keep consent only until the tab is closed, so that it is requested on every
 * visit.
 */
export const consent: Kind<ConsentField> = {
  ...box,
  isEmpty: (value) => value === false,
  draft: 'tab',
}
