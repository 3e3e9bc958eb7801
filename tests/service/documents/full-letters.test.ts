import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import type { Field, FieldValue } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { createTypesetter } from '#service/documents/typesetter.ts'
import { openPdf } from '#service/documents/proofs/pdf/pdfium.ts'
import { letterOf, orders, valuesOf } from '#tests/domain/documents/compose-letter.ts'
import * as valid from '#tests/funnel-cases/valid-values.ts'

const typesetter = createTypesetter({ log: pino({ level: 'silent' }) })
afterAll(() => typesetter.stop())

/** Text of the given length that wraps between words, as real names and streets do. */
const wordsOf = (length: number) =>
  'Wilhelmine-Charlotte von Hohenlohe-Waldenburg-Schillingsfürst '.repeat(10).slice(0, length - 1) + 'x'
/** Text of the given length without a place to wrap. */
const wordOf = (length: number) => 'Ä'.repeat(length)

/** Returns the longest value that a field accepts, or the given value if its length is fixed. */
function longest(field: Field, value: FieldValue, text: typeof wordOf): FieldValue {
  if (field.kind === 'text') return text(100)
  if (field.kind === 'textarea') return text(field.maxLength)
  if (field.kind === 'email') return `${'a'.repeat(240)}@beispiel.de`
  if (field.kind === 'address')
    return { ...valid.home, strasse: text(100), hausnummer: '12345678-9', ort: text(100) }
  return value
}

function fullest(funnel: Funnel, form: Readonly<Record<string, unknown>>, text: typeof wordOf) {
  const values = valuesOf(funnel, form)
  const long = fieldsOf(funnel).flatMap((field) => {
    const value = values[field.name]
    return value === undefined ? [] : [[field.name, longest(field, value, text)] as const]
  })
  return letterOf(funnel, valuesOf(funnel, Object.fromEntries(long)))
}

/** Size of a page in mm. */
const a4 = { width: 210, height: 297 }
const pixelsPerMm = 2

async function drawPages(pdf: Uint8Array): Promise<Uint8Array[]> {
  const opened = await openPdf(pdf)
  const size = { width: a4.width * pixelsPerMm, height: a4.height * pixelsPerMm }
  const pages = Array.from({ length: opened.pageCount }, (_, page) => opened.draw(page, size).slice())
  opened.close()
  return pages
}

interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns the number of pixels in an area, in mm, that are not white. */
function inkIn(page: Uint8Array, { left, top, right, bottom }: Area): number {
  let ink = 0
  for (let y = Math.ceil(top * pixelsPerMm); y < Math.floor(bottom * pixelsPerMm); y++)
    for (let x = Math.ceil(left * pixelsPerMm); x < Math.floor(right * pixelsPerMm); x++) {
      const at = 4 * (y * a4.width * pixelsPerMm + x)
      if (page[at]! + page[at + 1]! + page[at + 2]! < 3 * 250) ink++
    }
  return ink
}

test('the check of a page finds ink', async () => {
  const result = await typesetter.letter(fullest(orders[0]!.funnel, orders[0]!.form, wordsOf))
  if (result.code !== 'typeset') throw new Error(result.reason)
  const [page] = await drawPages(result.pdf)
  expect(inkIn(page!, { left: 20, top: 60, right: 109.5, bottom: 85.5 })).toBeGreaterThan(50)
})

describe.each(orders)('$name with the longest values', ({ funnel, form }) => {
  const fits = 'fits on two pages and leaves the edges and the postage free'

  test(`of words ${fits}`, { tags: 'slow' }, () => expectToFit(wordsOf))

  test(`of a single word ${fits}`, () => expectToFit(wordOf))

  async function expectToFit(text: typeof wordOf) {
    const result = await typesetter.letter(fullest(funnel, form, text))
    if (result.code !== 'typeset') throw new Error(result.reason)
    expect(result.pages).toBeLessThanOrEqual(2)
    const pages = await drawPages(result.pdf)
    for (const page of pages) {
      expect(inkIn(page, { left: 0, top: 0, right: a4.width, bottom: 5 })).toBe(0)
      expect(inkIn(page, { left: 0, top: a4.height - 5, right: a4.width, bottom: a4.height })).toBe(0)
      expect(inkIn(page, { left: 0, top: 0, right: 5, bottom: a4.height })).toBe(0)
      expect(inkIn(page, { left: a4.width - 5, top: 0, right: a4.width, bottom: a4.height })).toBe(0)
    }
    expect(inkIn(pages[0]!, { left: 20, top: 40, right: 109.5, bottom: 60 })).toBe(0)
  }
})
