import { expect, test } from 'vitest'
import { definitions } from '#domain/reports/definitions.ts'

test.each(Object.entries(definitions))('%s is explained in whole sentences', (_, definition) => {
  expect(definition.name).toMatch(/^\S/)
  expect(definition.means).toMatch(/^[A-ZÄÖÜ].*\.$/)
  expect(definition.description).toMatch(/\.$/)
})
