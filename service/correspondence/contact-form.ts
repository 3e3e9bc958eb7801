import { html } from 'hono/html'
import { concerns, maxLengths, supportPath, withdrawalPath } from '#domain/site/contact-contract.ts'
import { responsePage } from '#service/http/response-page.ts'

type Html = ReturnType<typeof html>
type Texts = Readonly<Record<string, string>>

interface FormField {
  name: string
  label: string
  kind: 'text' | 'email' | 'textarea' | 'concern'
  required?: boolean
  maxLength?: number
  autoComplete?: string
}

interface ContactForm {
  action: string
  button: string
  fields: readonly FormField[]
}

const name: FormField = {
  name: 'name',
  label: 'Name',
  kind: 'text',
  required: true,
  maxLength: maxLengths.name,
  autoComplete: 'name',
}

const email: FormField = {
  name: 'email',
  label: 'E-Mail-Adresse',
  kind: 'email',
  required: true,
  maxLength: maxLengths.email,
  autoComplete: 'email',
}

const orderNumber: FormField = {
  name: 'orderNumber',
  label: 'Auftragsnummer (freiwillig)',
  kind: 'text',
  maxLength: maxLengths.orderNumber,
}

export const supportForm: ContactForm = {
  action: supportPath,
  button: 'Nachricht senden',
  fields: [
    name,
    email,
    { name: 'anliegen', label: 'Anliegen', kind: 'concern', required: true },
    orderNumber,
    {
      name: 'message',
      label: 'Nachricht',
      kind: 'textarea',
      required: true,
      maxLength: maxLengths.message,
    },
  ],
}

export const withdrawalForm: ContactForm = {
  action: withdrawalPath,
  button: 'Weiter zur Prüfung',
  fields: [
    name,
    email,
    orderNumber,
    {
      name: 'details',
      label: 'Weitere Angaben (freiwillig)',
      kind: 'textarea',
      maxLength: maxLengths.details,
    },
  ],
}

interface FormPage {
  title: string
  form: ContactForm
  /** What the visitor has typed, by field. */
  values: Texts
  /** Error messages, by field. */
  faults?: Texts
}

/** Renders a form again for a visitor without JavaScript, with what was typed and with the error at each field. */
export function formPage({ title, form: { action, button, fields }, values, faults = {} }: FormPage): Html {
  const faulty = fields.filter((field) => faults[field.name] !== undefined)
  return responsePage(
    title,
    html`${
        faulty.length === 0
          ? ''
          : html`<div class="faults" role="alert">
              <p><strong>Bitte prüfen Sie Ihre Angaben.</strong></p>
              <ul>
                ${faulty.map(
                  (field) =>
                    html`<li class="fault">
                      <a href="#${field.name}">${field.label}: ${faults[field.name]}</a>
                    </li>`,
                )}
              </ul>
            </div>`
      }
      <form method="post" action="${action}" novalidate>
        <p class="hint">Angaben mit einem Stern (*) werden benötigt.</p>
        ${fields.map((field) => renderField(field, values[field.name] ?? '', faults[field.name]))}
        <div class="trap" aria-hidden="true">
          <label
            >Dieses Feld bitte frei lassen <input name="website" tabindex="-1" autocomplete="off"
          /></label>
        </div>
        <p><button>${button}</button></p>
      </form>`,
  )
}

function renderField(field: FormField, value: string, fault: string | undefined): Html {
  return html`<div>
    <label for="${field.name}">${field.label}${field.required ? ' *' : ''}</label>
    ${fault === undefined ? '' : html`<p class="fault" id="${field.name}-fehler">${fault}</p>`}
    ${control(field, value, fault)}
  </div>`
}

function control(
  { name: id, kind, maxLength, autoComplete }: FormField,
  value: string,
  fault?: string,
): Html {
  const state = html`${fault === undefined ? '' : html`aria-invalid="true" aria-describedby="${id}-fehler"`}
  ${autoComplete === undefined ? '' : html`autocomplete="${autoComplete}"`}
  ${maxLength === undefined ? '' : html`maxlength="${maxLength}"`}`
  if (kind === 'textarea')
    return html`<textarea id="${id}" name="${id}" rows="6" ${state}>${value}</textarea>`
  if (kind === 'concern')
    return html`<select id="${id}" name="${id}" ${state}>
      <option value="">Bitte wählen</option>
      ${concerns.map(
        (concern) =>
          html`<option value="${concern.value}" ${concern.value === value ? 'selected' : ''}>
            ${concern.label}
          </option>`,
      )}
    </select>`
  return html`<input type="${kind}" id="${id}" name="${id}" value="${value}" ${state} />`
}

/** Returns the typed texts of a sent form. Other values, for example files, are left out. */
export function typedTexts(values: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
