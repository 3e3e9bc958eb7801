import { describe, expect, test } from 'vitest'
import { checkForm } from '#domain/forms/check-form.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { funnels } from '#domain/funnels/index.ts'
import { seededRandom } from '#domain/invented-data/chance.ts'
import { inventForm } from '#domain/invented-data/invent-form.ts'
import { randomCases } from '#tests/variants.ts'

const days = [
  { year: 2026, month: 11, day: 20 },
  { year: 2026, month: 12, day: 31 },
]
const seeds = Array.from({ length: randomCases(200) }, (_, seed) => seed)

describe.each(funnels.map((funnel) => [funnel.type, funnel] as const))('%s', (_, funnel) => {
  const forms = days.flatMap((today) =>
    seeds.map((seed) => ({ today, form: inventForm(funnel, { random: seededRandom(seed), today }) })),
  )

  test('gets valid orders without hidden fields', () => {
    for (const { today, form } of forms) {
      const { values, issues } = checkForm(funnel, form, today)
      expect(issues).toEqual([])
      expect(values).toMatchObject(form)
    }
  })

  test('gets every option of its required choices', () => {
    for (const field of fieldsOf(funnel)) {
      if (field.kind !== 'choice' || field.required !== true) continue
      const chosen = new Set(forms.map(({ form }) => form[field.name]))
      for (const { value } of field.options) expect([...chosen], field.name).toContain(value)
    }
  })

  test('gets the same order from the same seed, with the chosen values', () => {
    const today = days[0]!
    const again = () =>
      inventForm(funnel, { random: seededRandom(7), today }, { email: () => 'a@example.org' })
    expect(again()).toEqual(again())
    expect(again()).toMatchObject({ email: 'a@example.org' })
  })
})
