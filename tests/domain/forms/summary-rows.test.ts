import { expect, test } from 'vitest'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { summaryRows } from '#domain/forms/summary-sections.ts'
import { visibleFields } from '#domain/forms/visible-fields.ts'

const named = (...labels: string[]) => labels
const otherHolder = { zahlungsart: 'lastschrift', abweichenderKontoinhaber: true }

test.each<[string, Funnel, number, FieldValues, string[]]>([
  ['a person', anmeldung, 1, {}, named('Name', 'Geburtsdatum')],
  ['a new name', aenderung, 2, { changeType: 'name' }, named('Art der Änderung', 'Neuer Name')],
  ['an account holder', anmeldung, 3, otherHolder, named('IBAN', 'Name des Kontoinhabers')],
])('the parts of %s are one row', (_, funnel, step, values, labels) => {
  const rows = summaryRows(visibleFields(funnel.steps[step - 1]!, values))
  expect(rows.map(({ label }) => label)).toEqual(expect.arrayContaining(labels))
  expect(rows.flatMap(({ fields }) => fields)).toEqual(visibleFields(funnel.steps[step - 1]!, values))
})
