import { expect, test } from 'vitest'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { resolveField } from '#domain/forms/visible-fields.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { renderField } from '#service/status/plain/render-fields.ts'
import { namedField } from '#tests/domain/forms/named-field.ts'

async function namesOf(values: FieldValues): Promise<string[]> {
  const field = resolveField(namedField(abmeldung, 'bestaetigungAdresse', 'address'), values)
  const markup = String(await renderField(field, values, []))
  return [...markup.matchAll(/name="bestaetigungAdresse\.(\w+)"/g)].map(([, part]) => part!)
}

test('an address that may be abroad asks for the country first, and a German one does not ask for it', async () => {
  expect(await namesOf({ abmeldegrund: 'ausland' })).toEqual(['land', 'strasse', 'hausnummer', 'plz', 'ort'])
  expect(await namesOf({ abmeldegrund: 'sonstige' })).toEqual(['strasse', 'hausnummer', 'plz', 'ort'])
})
