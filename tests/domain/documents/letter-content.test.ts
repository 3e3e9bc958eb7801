import { describe, expect, test } from 'vitest'
import { shownFields } from '#domain/events/form-as-of.ts'
import type { Field, FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { showValue } from '#domain/forms/show-value.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import * as valid from '#tests/funnel-cases/valid-values.ts'
import { letterOf, namedOrder, orders, rowsOf, today, valuesOf } from './compose-letter.ts'

/**
 * Returns the text that a letter must contain for a field that is shown, or undefined if it must not have a row. The
 * effective month is not compared here, because the letter names a day.
 */
function expectedText(funnel: Funnel, field: Field, values: FieldValues): string | undefined {
  const { name, kind } = field
  if (field.hidden || field.orderOnly || ['consent', 'files'].includes(kind)) return undefined
  if (name === 'naechstmoeglich' || name === funnel.effective.field) return undefined
  const value = values[name]
  const option = kind === 'choice' ? field.options.find((one) => one.value === value) : undefined
  const lines = showValue(field, values)
  // Only an address abroad has three lines. The country must be the last one.
  const separator = kind === 'address' && lines.length === 3 ? '\n' : ', '
  return option?.inDocuments ?? (lines.join(separator) || undefined)
}

describe.each(orders)('$name', ({ funnel, form }) => {
  const values = valuesOf(funnel, form)
  const content = letterOf(funnel, values)
  const shown = shownFields(funnel, values)

  test('has exactly one row for every shown field with a value', () => {
    const expected = shown.flatMap((field) => expectedText(funnel, field, values) ?? [])
    const day = rowsOf(content).find(({ value }) => /^(31|1)\. Dezember 2026/.test(value))
    const written = rowsOf(content).filter((row) => row !== day)
    expect(written.map(({ value }) => value).toSorted()).toEqual(expected.toSorted())
  })

  test('has no two rows with the same label in a section, and no label that addresses the visitor', () => {
    for (const { title, rows } of content.sections) {
      const labels = rows.map(({ label }) => label)
      expect(new Set(labels).size).toBe(labels.length)
      for (const text of [title, ...labels]) expect(text).not.toMatch(/\b(Sie|Ihre?[nmrs]?)\b|\?|freiwillig/)
    }
  })

  test('ignores the values of hidden fields', () => {
    const visible = new Set(shown.map((field) => field.name))
    const hidden = fieldsOf(funnel).filter(({ name }) => !visible.has(name))
    const planted = hidden.map(({ name, kind }) => [name, plantedValue(kind)] as const)
    expect(letterOf(funnel, { ...Object.fromEntries(planted), ...values })).toEqual(content)
  })

  test('lists one enclosure per file', () => {
    const files = shown.filter(({ kind }) => kind === 'files').flatMap(({ name }) => values[name] ?? [])
    expect(content.enclosures).toHaveLength(files.length)
    expect(new Set(content.enclosures).size).toBe(files.length)
    for (const title of content.enclosures) expect(title).not.toContain('freiwillig')
  })

  test('has a declaration for every mandate that was given', () => {
    const mandate = content.closing.filter((text) => text.startsWith('SEPA-Lastschriftmandat:'))
    expect(mandate).toHaveLength(values['widerruf'] === true ? 1 : 0)
    const ofHolder = content.closing.filter((text) => text.includes('abweichende Kontoinhaber'))
    expect(ofHolder).toHaveLength(values['abweichenderKontoinhaber'] === true ? 1 : 0)
  })

  test('names the effective day in the first paragraph and in one row', () => {
    const { day } = funnel.effective
    const written = day === 'first' ? '1. Dezember 2026' : '31. Dezember 2026'
    expect(content.opening[0]).toContain(written)
    const soon = values['naechstmoeglich'] === true ? ' (nächstmöglicher Zeitpunkt)' : ''
    expect(rowsOf(content).filter(({ value }) => value === written + soon)).toHaveLength(1)
  })

  test('fits on two pages', () => {
    expect(linesOf(content)).toBeLessThanOrEqual(80)
  })
})

function plantedValue(kind: Field['kind']) {
  if (kind === 'files') return ['0198f3c2-7f2a-7c11-9a4e-6f1f3b1c2d40']
  if (kind === 'address') return { ...valid.home, strasse: 'Verborgener Weg' }
  if (kind === 'checkbox' || kind === 'consent') return true
  return kind === 'date' || kind === 'month' ? '1950-01-01' : 'verborgen'
}

const wrapped = (text: string, width: number) => Math.ceil(text.length / width)

/**
 * Returns an upper estimate of the lines of text between the recipient and the enclosures. The first page of a letter
 * by DIN 5008 has room for about 32 lines of 11 pt, the second for about 50.
 */
function linesOf({ opening, closing, sections, enclosures }: ReturnType<typeof letterOf>): number {
  const paragraphs = [...opening, ...closing].map((text) => wrapped(text, 85) + 0.5)
  const rows = sections.flatMap((section) => [
    1.5,
    ...section.rows.map(({ label, value }) => Math.max(wrapped(label, 28), wrapped(value, 52))),
  ])
  const fixed = 2 + 2 + 6
  return [...paragraphs, ...rows, enclosures.length].reduce((sum, lines) => sum + lines, fixed)
}

test('the fullest order with names, streets and cities of 50 characters fits on two pages', () => {
  const order = allCases(today)
    .find((cases) => cases.funnel === aenderung)!
    .orders.find((one) => one.name === 'contact')!
  const form: Record<string, unknown> = {
    ...order.form,
    ...valid.debitOfOther,
    neueBankdatenIban: valid.austrian,
    abweichendeLieferadresse: true,
    lieferAdresse: valid.elsewhere,
  }
  for (const { name, kind } of fieldsOf(aenderung)) {
    if (kind === 'text' && form[name]) form[name] = 'Ä'.repeat(50)
    if (kind === 'address' && form[name])
      form[name] = { ...valid.home, strasse: 'Ä'.repeat(50), ort: 'Ö'.repeat(50) }
  }
  const content = letterOf(aenderung, valuesOf(aenderung, form))
  expect(rowsOf(content).length).toBeGreaterThan(30)
  expect(linesOf(content)).toBeLessThanOrEqual(80)
})

const { abroad } = valid
const madrid = { strasse: 'Calle Mayor', hausnummer: '8', plz: '28013', ort: 'Madrid', land: 'Spanien' }
const london = { strasse: 'Downing Street', hausnummer: '10', plz: 'SW1A 2AA', ort: 'London' }

test.each([
  [abroad, '7 bis Rue de l’Église\nL-2345 Luxemburg\nLUXEMBURG'],
  [madrid, 'Calle Mayor 8\n28013 Madrid\nSPANIEN'],
  [
    { ...london, land: 'Vereinigtes Königreich' },
    '10 Downing Street\nLondon SW1A 2AA\nVEREINIGTES KÖNIGREICH',
  ],
  [{ ...abroad, plz: '', ort: 'Doha', land: 'Katar' }, 'Rue de l’Église 7 bis\nDoha\nKATAR'],
  [valid.home, 'Hauptstraße 12a, 10115 Berlin'],
])(
  'an address is written in the order of its country, with a foreign country in capitals on the last line: %j',
  (address, written) => {
    const rows = rowsOf(namedOrder(abmeldung, 'ausland', { bestaetigungAdresse: address }))
    expect(rows.findLast(({ label }) => label === 'Adresse')?.value).toBe(written)
  },
)
