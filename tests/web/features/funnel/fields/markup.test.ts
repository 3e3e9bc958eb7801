import { Fragment, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { homeCountry } from '#domain/forms/address-parts.ts'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { visibleFields } from '#domain/forms/visible-fields.ts'
import type { FieldValues, ResolvedField } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import { FunnelField } from '#web/features/funnel/fields/funnel-field.tsx'
import { initialValues } from '#web/features/funnel/form/form-state.ts'

const today = berlinDate(Date.now())

interface View {
  fields: ResolvedField[]
  markup: string
}

/** Renders a step for these values. Omits file fields, because they are loaded lazily. */
function draw(funnel: Funnel, index: number, values: FieldValues): View {
  const fields = visibleFields(funnel.steps[index]!, values).filter(({ kind }) => kind !== 'files')
  function Step() {
    const { control } = useForm({ defaultValues: initialValues(funnel, values, today) })
    const drawn = fields.map((field) =>
      createElement(FunnelField, { key: field.name, field, values, control }),
    )
    return createElement(Fragment, null, ...drawn)
  }
  return { fields, markup: renderToStaticMarkup(createElement(Step)) }
}

type Attributes = Record<string, string>

function controlsOf(markup: string): Attributes[] {
  return [...markup.matchAll(/<(input|select|textarea)\b([^>]*)>/g)].map(
    ([, element = '', attributes = '']) =>
      Object.fromEntries([
        ['type', element],
        ...[...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
          name!.toLowerCase(),
          value!,
        ]),
      ]),
  )
}

const isTyped = ({ type = '' }: Attributes) => !['select', 'radio', 'checkbox'].includes(type)
const fieldOf = ({ id = '' }: Attributes) => id.split('-')[1]!

/**
 * Matches the values of `autocomplete` that steps may use. A prefix `section-` distinguishes people or addresses if a
 * step has several.
 */
const purpose =
  /^(off|(section-[a-z-]+ )?(shipping )?(given-name|family-name|bday-(day|month|year)|email|address-line1|postal-code|address-level2|country-name|organization))$/

/**
 * Expected values of `autocomplete` by element id. Fields for the visitor's own data must state their purpose (WCAG
 * 2.2, 1.3.5). Fields for data of cohabitants and partners must have the value `off`.
 */
const expectedTokens: Record<string, string> = {
  'feld-vorname': 'given-name',
  'feld-nachname': 'family-name',
  'feld-geburtsdatum': 'bday-day',
  'feld-geburtsdatum-month': 'bday-month',
  'feld-geburtsdatum-year': 'bday-year',
  'feld-email': 'email',
  'feld-adresse-strasse': 'address-line1',
  'feld-adresse-plz': 'postal-code',
  'feld-adresse-ort': 'address-level2',
  'feld-bestaetigungAdresse-land': 'section-bestaetigung country-name',
  'feld-vornameLastschrift': 'section-kontoinhaber given-name',
  'feld-lieferAdresse-strasse': 'section-lieferung shipping address-line1',
  'feld-mitbewohnerVorname': 'off',
  'feld-mitbewohnerNachname': 'off',
  'feld-partnerVorname': 'off',
  'feld-partnerGeburtsdatum-year': 'off',
}

const cases = allCases(today).flatMap(({ funnel, orders }) =>
  orders.map(({ name, form }) => [`${funnel.type}: ${name}`, funnel, form as FieldValues] as const),
)

test('all fields with an expected token exist', () => {
  const controls = cases.flatMap(([, funnel, values]) =>
    funnel.steps.flatMap((_step, index) => controlsOf(draw(funnel, index, values).markup)),
  )
  expect(controls.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(expectedTokens)))
})

describe.each(cases)('%s', (_, funnel, values) => {
  const views = funnel.steps.map((_step, index) => draw(funnel, index, values))

  test('every text input has a valid autocomplete token that is unique within its step', () => {
    for (const { markup } of views) {
      const typed = controlsOf(markup).filter(isTyped)
      for (const { id = '', autocomplete = '' } of typed) {
        expect(autocomplete, id).toMatch(purpose)
        if (expectedTokens[id] !== undefined) expect(autocomplete, id).toBe(expectedTokens[id])
      }
      const filled = typed.map(({ autocomplete }) => autocomplete).filter((token) => token !== 'off')
      expect(new Set(filled).size).toBe(filled.length)
    }
  })

  test('inputs for digits and e-mail addresses request the matching on-screen keyboard', () => {
    for (const { fields, markup } of views)
      for (const control of controlsOf(markup).filter(isTyped)) {
        const field = fields.find(({ name }) => name === fieldOf(control))!
        const { land = homeCountry } = (values[field.name] ?? {}) as { land?: string }
        const code = control['id']!.endsWith('-plz') && land === homeCountry
        const digits = code || ['beitragsnummer', 'date', 'month'].includes(field.kind)
        expect(control['inputmode'], control['id']).toBe(
          digits ? 'numeric' : field.kind === 'email' ? 'email' : undefined,
        )
      }
  })

  test('every control has a label, and its descriptions exist', () => {
    for (const { markup } of views) {
      const ids = new Set([...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
      const labelled = new Set([...markup.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id))
      expect(controlsOf(markup).filter(({ id }) => !labelled.has(id))).toEqual([])
      for (const [, list = ''] of markup.matchAll(/aria-describedby="([^"]+)"/g))
        expect(list.split(' ').filter((id) => !ids.has(id))).toEqual([])
    }
  })

  test('fields with several controls are grouped in a fieldset with a legend', () => {
    for (const { fields, markup } of views)
      for (const field of fields) {
        const { name, label, kind } = field
        const radios = kind === 'choice' && field.control !== 'select'
        if (!radios && kind !== 'date' && kind !== 'address') continue
        const [, legend] =
          new RegExp(`<fieldset id="feld-${name}-gruppe"[^>]*><legend[^>]*>([^<]*)`).exec(markup) ?? []
        expect(legend, name).toBe(label)
      }
  })
})
