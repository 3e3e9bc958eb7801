import { addressPartLabel } from '#domain/forms/address-parts.ts'
import { type Funnel, fieldsByNameOf } from '#domain/forms/define-funnel.ts'

/**
 * Returns the label of a field as shown on the page. Returns the field name if the field exists only in an earlier
 * version of the funnel.
 */
export function labelOf(funnel: Funnel, field: string): string {
  const [name = '', part] = field.split('.')
  const label = fieldsByNameOf(funnel).get(name)?.label
  if (label === undefined) return field
  return part === undefined ? shortened(label) : `${shortened(label)}: ${addressPartLabel(part)}`
}

const maxLength = 60

/**
 * Replaces the links in a label with their text and truncates the label to `maxLength` characters. The labels of
 * consents are whole paragraphs, but their first words suffice to identify them.
 */
function shortened(label: string): string {
  const text = label.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return text.length <= maxLength ? text : `${text.slice(0, text.lastIndexOf(' ', maxLength))} …`
}
