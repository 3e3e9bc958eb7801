import { Fragment, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { berlinDate } from '#domain/berlin-time.ts'
import { askedFields } from '#domain/funnels/asked-fields.ts'
import type { Answers, Field, Funnel } from '#domain/funnels/define-funnel.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import { FunnelField } from '#web/funnel/fields/funnel-field.tsx'
import { initialValues } from '#web/funnel/form-state.ts'

const today = berlinDate(Date.now())

interface View {
  fields: Field[]
  markup: string
}

/** A step as it is drawn for these answers; files come with code of their own. */
function draw(funnel: Funnel, index: number, answers: Answers): View {
  const fields = askedFields(funnel.steps[index]!, answers).filter(({ kind }) => kind !== 'files')
  function Step() {
    const { control } = useForm({ defaultValues: initialValues(funnel, answers, today) })
    const drawn = fields.map((field) =>
      createElement(FunnelField, { key: field.name, field, answers, control }),
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

/** Purposes of the HTML standard that a step may ask for; a section keeps two people or addresses apart. */
const purpose =
  /^(off|(section-[a-z-]+ )?(shipping )?(given-name|family-name|bday-(day|month|year)|email|address-line1|postal-code|address-level2|country-name))$/

/** What a visitor tells of himself, which his browser may know (WCAG 2.2, 1.3.5), and of others, which it must not fill. */
const told: Record<string, string> = {
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
  orders.map(({ name, form }) => [`${funnel.type}: ${name}`, funnel, form as Answers] as const),
)

test('each of these is asked somewhere', () => {
  const asked = cases.flatMap(([, funnel, answers]) =>
    funnel.steps.flatMap((_step, index) => controlsOf(draw(funnel, index, answers).markup)),
  )
  expect(asked.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(told)))
})

describe.each(cases)('%s', (_, funnel, answers) => {
  const views = funnel.steps.map((_step, index) => draw(funnel, index, answers))

  test('every text says for autofill what it is, and no two of a step the same', () => {
    for (const { markup } of views) {
      const typed = controlsOf(markup).filter(isTyped)
      for (const { id = '', autocomplete = '' } of typed) {
        expect(autocomplete, id).toMatch(purpose)
        if (told[id] !== undefined) expect(autocomplete, id).toBe(told[id])
      }
      const filled = typed.map(({ autocomplete }) => autocomplete).filter((token) => token !== 'off')
      expect(new Set(filled).size).toBe(filled.length)
    }
  })

  test('a phone shows digits where only digits can be typed, and the keys of an e-mail address', () => {
    for (const { fields, markup } of views)
      for (const control of controlsOf(markup).filter(isTyped)) {
        const field = fields.find(({ name }) => name === fieldOf(control))!
        const code = control['id']!.endsWith('-plz') && !field.abroad?.(answers)
        const digits = code || ['beitragsnummer', 'date', 'month'].includes(field.kind)
        expect(control['inputmode'], control['id']).toBe(
          digits ? 'numeric' : field.kind === 'email' ? 'email' : undefined,
        )
      }
  })

  test('every control has its label, and what describes it is on the page', () => {
    for (const { markup } of views) {
      const ids = new Set([...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
      const labelled = new Set([...markup.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id))
      expect(controlsOf(markup).filter(({ id }) => !labelled.has(id))).toEqual([])
      for (const [, list = ''] of markup.matchAll(/aria-describedby="([^"]+)"/g))
        expect(list.split(' ').filter((id) => !ids.has(id))).toEqual([])
    }
  })

  test('what is asked by several controls is a group with the question as its legend', () => {
    for (const { fields, markup } of views)
      for (const { name, label, kind, control } of fields) {
        const radios = kind === 'choice' && control !== 'select'
        if (!radios && kind !== 'date' && kind !== 'address') continue
        const [, legend] =
          new RegExp(`<fieldset id="feld-${name}-gruppe"[^>]*><legend[^>]*>([^<]*)`).exec(markup) ?? []
        expect(legend, name).toBe(label)
      }
  })
})
