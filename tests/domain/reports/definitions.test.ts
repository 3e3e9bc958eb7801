import { expect, test } from 'vitest'
import { definitionGroups, definitions } from '#domain/reports/definitions.ts'

test.each(Object.entries(definitions))('%s is explained in whole sentences', (_, definition) => {
  expect(definition.name).toMatch(/^\S/)
  expect(definition.means).toMatch(/^[A-ZÄÖÜ].*\.$/)
  expect(definition.description).toMatch(/\.$/)
})

test('the page that explains all figures has one entry for each', () => {
  const entries = definitionGroups.flatMap(({ figures }) => Object.keys(figures))
  expect(entries.toSorted()).toEqual(Object.keys(definitions).toSorted())
})
