import { html } from 'hono/html'
import { type AddressPart, addressPartLabels } from '#domain/forms/address-parts.ts'
import type { FormIssue } from '#domain/forms/check-form.ts'
import type { FieldValues, ResolvedField } from '#domain/forms/define-field.ts'

type Issue = Pick<FormIssue, 'field' | 'message'>

/** Renders the input of a field for a form without JavaScript. Fields for files are not rendered. */
export function renderField(field: ResolvedField, values: FieldValues, issues: readonly Issue[]) {
  const { name, label, required } = field
  const value = values[name]
  const faults = issues.filter((issue) => issue.field.split('.')[0] === name)
  const fault = faults.map(({ message }) => html`<p class="fault">${message}</p>`)
  const star = required ? ' *' : ''
  if (field.kind === 'checkbox' || field.kind === 'consent')
    return html`<p>
        <label>
          <input type="checkbox" name="${name}" value="on" ${value === true ? 'checked' : ''} />
          ${plainLabel(label)}${star}
        </label>
      </p>
      ${fault}`
  if (field.kind === 'choice')
    return html`<p>
        <label>
          ${label}${star}
          <select name="${name}">
            <option value=""></option>
            ${field.options.map(
              (option) =>
                html`<option value="${option.value}" ${option.value === value ? 'selected' : ''}>
                  ${option.label}
                </option>`,
            )}
          </select>
        </label>
      </p>
      ${fault}`
  if (field.kind === 'address')
    return html`<fieldset>
        <legend>${label}${star}</legend>
        ${partsOf(field.abroad?.when(values) ?? false).map(
          (part) =>
            html`<p>
              <label>
                ${addressPartLabels[part]}
                <input name="${name}.${part}" value="${partOf(value, part)}" />
              </label>
            </p>`,
        )}
      </fieldset>
      ${fault}`
  const text = typeof value === 'string' ? value : ''
  const types: Partial<Record<typeof field.kind, string>> = { date: 'date', email: 'email', month: 'month' }
  const input =
    field.kind === 'textarea'
      ? html`<textarea name="${name}" rows="5">${text}</textarea>`
      : html`<input type="${types[field.kind] ?? 'text'}" name="${name}" value="${text}" />`
  return html`<p><label>${label}${star} ${input}</label></p>
    ${fault}`
}

/** Returns the label of a consent without its links, whose targets the page lists once. */
function plainLabel(label: string): string {
  return label.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

/** Returns the parts of an address in the order of their inputs. Only an address that may be abroad has a country. */
function partsOf(abroad: boolean): AddressPart[] {
  return [...(abroad ? (['land'] as const) : []), 'strasse', 'hausnummer', 'plz', 'ort']
}

function partOf(value: FieldValues[string] | undefined, part: AddressPart): string {
  return typeof value === 'object' && !Array.isArray(value) ? (value[part] ?? '') : ''
}
