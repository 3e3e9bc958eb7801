import { html } from 'hono/html'
import type { FormIssue } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { showValue } from '#domain/forms/show-value.ts'
import { summarySections } from '#domain/forms/summary-sections.ts'
import { resolveField, visibleFields } from '#domain/forms/visible-fields.ts'
import { erasedText, objectionText, withdrawalText } from '#domain/orders/story/status-texts.ts'
import type { StatusData, StatusDocument, StatusResponse } from '#domain/orders/status-contract.ts'
import { supportLink } from '#domain/site/support-link.ts'
import { statusPath } from '#domain/site/status-paths.ts'
import { germanTime } from '#domain/time/german-time.ts'
import { responsePage, textPage } from '#service/http/response-page.ts'
import type { TextHashes } from '#service/texts/offered-texts.ts'
import { shownFieldsInput, shownTextsInput, writeTexts } from './read-entries.ts'
import { renderField } from './render-fields.ts'

type Html = ReturnType<typeof html>

/** Path of the overview of an order that was opened without JavaScript. */
export const overviewPath = `${statusPath}/uebersicht`

const overview = { href: overviewPath, label: 'Zurück zum Auftrag' }

const documentNames: Record<StatusDocument['kind'], string> = {
  application: 'Ihr Antrag',
  confirmation: 'Auftragsbestätigung',
  invoice: 'Rechnung',
  cancellation: 'Stornorechnung',
}

/** Renders the form that opens an order by its number, without JavaScript. `number` is filled in if it is known. */
export function accessForm(number = ''): Html {
  return html`<form method="post" action="${statusPath}/zugang" class="grid gap-4">
    <p>
      <label class="grid gap-1.5 font-semibold"
        >Auftragsnummer
        <input
          name="auftragsnummer"
          value="${number}"
          class="min-h-12 rounded-lg border border-control px-3.5"
          required
      /></label>
    </p>
    <p>
      <label class="grid gap-1.5 font-semibold"
        >E-Mail-Adresse des Auftrags
        <input type="email" name="email" class="min-h-12 rounded-lg border border-control px-3.5" required
      /></label>
    </p>
    <p>
      <label class="grid gap-1.5 font-semibold"
        >Postleitzahl oder Geburtsdatum
        <input name="nachweis" class="min-h-12 rounded-lg border border-control px-3.5" required
      /></label>
    </p>
    <p>
      <button class="min-h-12 rounded-lg bg-leaf-700 px-6 font-semibold text-white">Auftrag öffnen</button>
    </p>
  </form>`
}

export function refusedPage(text: string): Html {
  return textPage('Auftrag nicht geöffnet', text, { href: statusPath, label: 'Noch einmal versuchen' })
}

export function messagePage(title: string, text: string): Html {
  return textPage(title, text, overview)
}

/** Renders the overview of an order: its state, its documents and its data, with a form for each change. */
export function overviewPage(state: StatusResponse, data: StatusData, funnel: Funnel | undefined): Html {
  const values = data.values as FieldValues
  const isErased = Object.keys(values).length === 0
  return responsePage(
    state.title,
    html`<p>Auftrag ${state.number}: ${state.product}</p>
      <p>${state.text}</p>
      <h2>Verlauf</h2>
      <ol>
        ${state.steps.map(
          (step) =>
            html`<li>
              <strong>${step.title}</strong
              >${step.at ? html` (${germanTime(Date.parse(step.at))})` : ''}<br />
              ${step.text}
            </li>`,
        )}
      </ol>
      ${state.can.pay ? button('bezahlen', 'Jetzt bezahlen') : ''} ${state.can.object ? declared(state) : ''}
      <h2>Ihre Dokumente</h2>
      ${
        data.documents.length === 0
          ? html`<p>Noch gibt es keine Dokumente.</p>`
          : html`<ul>
              ${data.documents.map(
                ({ kind }) =>
                  html`<li><a href="${statusPath}/dokument/${kind}">${documentNames[kind]} (PDF)</a></li>`,
              )}
            </ul>`
      }
      <h2>Ihre Angaben</h2>
      ${isErased || !funnel ? html`<p>${erasedText(data)}</p>` : summary(funnel, data)}
      ${state.can.amend && !isErased && funnel ? changes(funnel, data) : ''}
      <h2>Hilfe und Widerruf</h2>
      <p>
        <a href="${supportLink(state.number)}">Schreiben Sie uns</a> mit der Auftragsnummer ${state.number},
        wenn Sie Fragen haben.
      </p>
      ${
        state.can.withdraw && !state.can.object && !isErased
          ? html`<p><a href="${statusPath}/widerruf">Vertrag widerrufen</a></p>`
          : ''
      }
      ${button('abmelden', 'Ansicht schließen')}`,
  )
}

/** Renders the buttons with which the customer decides about a declared withdrawal. */
function declared({ can }: StatusResponse): Html {
  return html`<h2>Widerruf zu diesem Auftrag</h2>
    <p>${objectionText(can.withdraw)}</p>
    ${can.withdraw ? html`<p><a href="${statusPath}/widerruf">Widerruf bestätigen</a></p>` : ''}
    ${button('widerspruch', 'Dem Widerruf widersprechen')}`
}

function button(path: string, label: string): Html {
  return html`<form method="post" action="${statusPath}/${path}"><button>${label}</button></form>`
}

function summary(funnel: Funnel, { values: given, uploads }: StatusData): Html {
  const values = given as FieldValues
  return html`<dl>
    ${summarySections(funnel, values).flatMap(({ fields }) =>
      fields.map((field) => {
        const value = values[field.name]
        const lines = Array.isArray(value)
          ? uploads.filter(({ id }) => value.includes(id)).map(({ filename }) => filename)
          : showValue(field, values)
        return html`<dt>${field.label}</dt>
          <dd>${lines.join('\n')}</dd>`
      }),
    )}
  </dl>`
}

function changes(funnel: Funnel, { values: given }: StatusData): Html {
  const values = given as FieldValues
  const proofs = funnel.steps.flatMap((step) =>
    visibleFields(step, values).filter(({ kind }) => kind === 'files'),
  )
  return html`<p><a href="${statusPath}/aendern">Angaben ändern</a></p>
    ${proofs.map(
      (field) =>
        html`<form method="post" action="${statusPath}/nachweis/${field.name}" enctype="multipart/form-data">
          <p>
            <label>${field.label}: Datei hinzufügen <input type="file" name="file" required /></label>
          </p>
          <button>Nachweis hinzufügen</button>
        </form>`,
    )}
    <form method="post" action="${statusPath}/e-mail">
      <p>
        <label>E-Mail-Adresse korrigieren <input type="email" name="email" required /></label>
      </p>
      <p>Die Änderung bestätigen wir an die bisherige Adresse.</p>
      <button>Adresse speichern</button>
    </form>`
}

interface AmendPage {
  funnel: Funnel
  values: FieldValues
  fixed: readonly string[]
  /** Names of the consents that must be given again. */
  renewed: readonly string[]
  /** Hashes of the current texts of the consents, by name. */
  texts: TextHashes
  version: number
  issues: readonly Pick<FormIssue, 'field' | 'message'>[]
}

/** Renders the form with all values that can be amended. */
export function amendPage({ funnel, values, fixed, renewed, texts, version, issues }: AmendPage): Html {
  const fields = [
    ...funnel.steps
      .slice(0, -1)
      .flatMap((step) => visibleFields(step, values))
      .filter(({ name, kind }) => kind !== 'files' && kind !== 'consent' && !fixed.includes(name)),
    ...fieldsOf(funnel)
      .filter(({ name }) => renewed.includes(name))
      .map((field) => resolveField(field, values)),
  ]
  const given = { ...values, ...Object.fromEntries(renewed.map((name) => [name, false])) }
  return responsePage(
    'Angaben ändern',
    html`${
        issues.length > 0
          ? html`<p class="fault"><strong>Bitte prüfen Sie Ihre Angaben.</strong></p>`
          : html`<p>Angaben mit einem Stern (*) werden benötigt.</p>`
      }
      <form method="post" action="${statusPath}/aendern">
        <input type="hidden" name="version" value="${version}" />
        <input type="hidden" name="${shownFieldsInput}" value="${fields.map(({ name }) => name).join(',')}" />
        <input type="hidden" name="${shownTextsInput}" value="${writeTexts(renewed, texts)}" />
        ${fields.map((field) => renderField(field, given, issues))}
        <button>Änderungen speichern</button>
      </form>
      <p><a href="${overviewPath}">Zurück zum Auftrag</a></p>`,
  )
}

/** Renders the question whether the customer wants to withdraw. */
export function withdrawalPage({ number, product, withdrawalIsFinal }: StatusResponse): Html {
  return responsePage(
    'Vertrag widerrufen',
    html`<p>
        Sie widerrufen den Vertrag über ${product} (Auftrag ${number}). ${withdrawalText(withdrawalIsFinal)}
      </p>
      ${button('widerruf', 'Widerruf bestätigen')}
      <p><a href="${overviewPath}">Zurück zum Auftrag</a></p>`,
  )
}

export function paymentPage(url: string): Html {
  return responsePage(
    'Weiter zur Zahlung',
    html`<p>Ihr Auftrag ist bereit. Die Zahlung findet auf der Seite unseres Zahlungsdienstes statt.</p>
      <p><a href="${url}" rel="noreferrer">Weiter zur Zahlung</a></p>
      <p><a href="${overviewPath}">Zurück zum Auftrag</a></p>`,
  )
}
