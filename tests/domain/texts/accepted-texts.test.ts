import { expect, test } from 'vitest'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { visibleBlocks } from '#domain/forms/visible-fields.ts'
import { consentBlocks } from '#domain/funnels/fields/consents.ts'
import { funnels } from '#domain/funnels/index.ts'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { noon } from '#tests/build-events.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import {
  acceptedPages,
  acceptedPagesOf,
  canonicalText,
  consentOfPage,
  consentTexts,
  printedLabel,
} from '#domain/texts/accepted-texts.ts'

test('the canonical text has one line per paragraph, in NFC and without extra space', () => {
  expect(canonicalText(['  Gro\u0308ße\u00A0und \n Form ', '', ' ', '§ 1'])).toBe('Größe und Form\n§ 1')
})

test.each(funnels.map((funnel) => [funnel.type, funnel] as const))(
  'each page is accepted by a checkbox of %s',
  (_, funnel) => {
    const names = consentTexts(funnel, {}).map(({ name }) => name)
    for (const page of acceptedPages) expect(names).toContain(consentOfPage[page])
  },
)

test('the labels follow the values', () => {
  const [funnel] = funnels
  const [consumer, business] = [{}, { unternehmer: true }].map((values) => consentTexts(funnel!, values))
  expect(consumer!.map(({ name }) => name)).toContain('widerrufsrecht')
  expect(business!.map(({ name }) => name)).not.toContain('widerrufsrecht')
  expect(business!.find(({ name }) => name === 'agbVerbraucher')?.content).toContain(
    'Ich bestelle als Unternehmer',
  )
  expect(acceptedPagesOf({ isBusiness: true })).toEqual(['produktinformationen', 'agb'])
})

test('labels are printed without the targets of their links', () => {
  expect(printedLabel('Ich akzeptiere die [AGB](/agb).')).toBe('Ich akzeptiere die AGB.')
})

const orders = allCases(berlinDate(noon)).flatMap(({ funnel, orders: cases }) =>
  cases.map(({ name, form }) => [`${funnel.type}: ${name}`, funnel, form as FieldValues] as const),
)

test.each(orders)(
  '%s: each consent is in a group and has keywords outside of its text',
  (_, funnel, form) => {
    const blocks = visibleBlocks(funnel.steps.at(-1)!, form)
    const accepted = new Map(consentTexts(funnel, form).map(({ name, content }) => [name, content]))
    for (const { title, fields } of blocks)
      for (const field of fields.filter((one) => one.kind === 'consent')) {
        expect(consentBlocks.find((block) => block.title === title)?.fields).toContain(field.name)
        expect(
          field.keywords.some((phrase) => field.label.includes(phrase)),
          field.label,
        ).toBe(true)
        expect(accepted.get(field.name)).toBe(field.label)
        expect(field.label).not.toMatch(/[*_<>]/)
        accepted.delete(field.name)
      }
    expect([...accepted.keys()]).toEqual([])
  },
)
