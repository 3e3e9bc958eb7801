import type { CheckboxField, FieldValues, TextField } from '#domain/forms/define-field.ts'
import type { Block } from '#domain/forms/define-funnel.ts'
import { checkboxRule } from '#domain/forms/rules/choice.ts'
import { companyRule } from '#domain/forms/rules/company.ts'

/**
 * Returns whether the order is placed by an entrepreneur (§ 14 BGB). Then there is no right of withdrawal. A company
 * name alone does not make a business order: employees may order privately and want their company on the invoice.
 */
export const isBusinessOrder = (values: FieldValues): boolean => values['unternehmer'] === true

const company: TextField = {
  name: 'firma',
  label: 'Firma (freiwillig)',
  kind: 'text',
  rule: companyRule,
  required: false,
  section: 'personalData',
  orderOnly: true,
  hint: 'Die Firma wird auf Ihrer Rechnung genannt.',
  autocomplete: 'organization',
}

const entrepreneur: CheckboxField = {
  name: 'unternehmer',
  label: 'Ich bestelle als Unternehmer, §\u00A014\u00A0BGB',
  kind: 'checkbox',
  rule: checkboxRule,
  required: false,
  fact: true,
  section: 'funnelData',
  orderOnly: true,
  hint: 'Nur wenn Sie für Ihr Gewerbe oder Ihre selbständige Tätigkeit bestellen. Dann besteht kein Widerrufsrecht.',
}

/** Fields for orders of entrepreneurs and companies. They precede the consents, which depend on them. */
export const businessFields = [company, entrepreneur]

export const businessBlock: Block = {
  title: 'Für ein Unternehmen bestellen',
  fields: businessFields.map(({ name }) => name),
  collapsed: true,
}
