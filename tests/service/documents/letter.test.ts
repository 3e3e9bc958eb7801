import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { maxProofPageBytes } from '#domain/uploads/proof-rules.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { createTypesetter } from '#service/documents/typesetter.ts'
import type { TypesetResult } from '#service/documents/typesetter.ts'
import type { ProofPage } from '#service/documents/proofs/proof-page.ts'
import { letterOf, orders, valuesOf } from '#tests/domain/documents/compose-letter.ts'
import * as valid from '#tests/funnel-cases/valid-values.ts'
import { makePdf } from '#tests/service/documents/proofs/support/pdfs.ts'
import { areaOfText, edges, isPrintedIn, readText } from '#tests/service/documents/support/page-contents.ts'

const typesetter = createTypesetter({ log: pino({ level: 'silent' }) })
afterAll(() => typesetter.stop())

function made(result: TypesetResult) {
  if (!('pdf' in result)) throw new Error(result.code)
  return result
}

const contents = orders.map(({ name, funnel, form }) => ({
  name,
  content: letterOf(funnel, valuesOf(funnel, form)),
}))
const { content: fullest } = contents.find(({ name }) => name === 'aenderung: contact')!

/** The order with the most values, each with the maximum length and in wide letters without a place to break. */
function longest() {
  const { form: named } = orders.find(({ name }) => name === 'aenderung: contact')!
  const form: Record<string, unknown> = {
    ...named,
    ...valid.debitOfOther,
    neueBankdatenIban: valid.austrian,
    abweichendeLieferadresse: true,
    lieferAdresse: valid.elsewhere,
  }
  for (const { name, kind } of fieldsOf(aenderung)) {
    if (kind === 'text' && form[name]) form[name] = 'W'.repeat(50)
    if (kind === 'address' && form[name])
      form[name] = { ...valid.home, strasse: 'W'.repeat(50), ort: 'Ö'.repeat(50) }
  }
  return letterOf(aenderung, valuesOf(aenderung, form))
}

const postage = { left: 20, top: 40, right: 109.5, bottom: 60 }

async function expectFreeAreas(pdf: Uint8Array, pages: number): Promise<void> {
  expect(await isPrintedIn(pdf, 0, postage), 'area for postage').toBe(false)
  for (let page = 0; page < pages; page++)
    for (const edge of edges) expect(await isPrintedIn(pdf, page, edge), `edge of page ${page}`).toBe(false)
}

test('an application of more than two pages is refused', async () => {
  const closing = Array.from({ length: 60 }, () => 'Ein Absatz, der über zwei Zeilen geht. '.repeat(5))
  const content = { ...fullest, closing }
  const refused = { code: 'failed', reason: 'LetterTooLarge' }
  expect(await typesetter.letter(content)).toEqual(refused)
  expect(await typesetter.printLetter(content, [])).toEqual(refused)
})

describe.each([...contents, { name: 'the longest values', content: longest() }])('$name', ({ content }) => {
  test('has one or two pages with the address in the window and free areas', async () => {
    const { pdf, pages } = made(await typesetter.letter(content))
    expect(pages).toBeLessThanOrEqual(2)
    const [first] = await readText(pdf)
    for (const line of content.recipient) {
      const area = areaOfText(first!, line)
      expect(area.left).toBeGreaterThan(22)
      expect(area.right).toBeLessThan(107.5)
      expect(area.top).toBeGreaterThan(60)
      expect(area.bottom).toBeLessThan(85.5)
    }
    await expectFreeAreas(pdf, pages)
  })
})

test('all content is printed, in words of every script', async () => {
  const names = ['Łukasz', 'Şahin', 'GROẞ', 'Ελένη', 'Юрий Щербаков', 'Nguyễn', 'O’Connor']
  const rows = names.map((value) => ({ label: 'Name', value }))
  const sections = [...fullest.sections, { title: 'Namen', rows }]
  const { pdf } = made(await typesetter.letter({ ...fullest, sections }))
  const text = (await readText(pdf)).map((page) => page.text).join('\n')
  for (const name of names) expect(text).toContain(name)
  const values = fullest.sections.flatMap((section) => section.rows.map(({ value }) => value))
  for (const value of [fullest.subject, fullest.reference!, fullest.signature.name, ...values])
    expect(text).toContain(value)
  expect(text).toContain(`Seite 2 von 2`)
})

test('an address abroad has the country on a separate line below the city', async () => {
  const { content } = contents.find(({ name }) => name === 'abmeldung: ausland')!
  const [page] = await readText(made(await typesetter.letter(content)).pdf)
  const [street, city, country] = ['7 bis Rue', 'L-2345', 'LUXEMBURG'].map((text) => areaOfText(page!, text))
  expect(city!.top).toBeGreaterThan(street!.bottom)
  expect(country!.top).toBeGreaterThan(city!.bottom)
  expect(country!.left).toBeCloseTo(city!.left, 0)
})

async function proofPages(): Promise<ProofPage[]> {
  const photo = await sharp({ create: { width: 1200, height: 2000, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  const results = [
    await typesetter.convertProof({ content: photo, type: 'image/jpeg', pagesLeft: 20 }),
    await typesetter.convertProof({ content: await makePdf(), type: 'application/pdf', pagesLeft: 20 }),
  ]
  return results.flatMap((result) => {
    if (result.code !== 'converted') throw new Error(result.code)
    return result.pages
  })
}

test('the print-ready letter has the proofs as A4 pages after the application', async () => {
  const proofs = await proofPages()
  expect(proofs.map(({ format }) => format)).toEqual(['jpeg', 'pdf'])
  const { pdf, pages } = made(await typesetter.printLetter(fullest, proofs))
  expect(pages).toBe(made(await typesetter.letter(fullest)).pages + 2)
  const middle = { left: 100, top: 140, right: 110, bottom: 150 }
  for (const page of [pages - 2, pages - 1]) expect(await isPrintedIn(pdf, page, middle)).toBe(true)
  await expectFreeAreas(pdf, pages)
  expect((await readText(pdf)).at(-1)!.text).toContain(`Seite ${pages} von ${pages}`)
})

/** Returns a scan of an A4 page in 300 dpi that has about the maximum size of a page. */
async function largeScan(): Promise<ProofPage> {
  const noise = { type: 'gaussian', mean: 200, sigma: 18 } as const
  const paper = sharp({ create: { width: 532, height: 759, channels: 3, background: '#fff', noise } })
  const content = await paper.resize(2126, 3035).jpeg({ quality: 26 }).toBuffer()
  return { format: 'jpeg', content, widthMm: 180, heightMm: 257 }
}

test('20 pages of the maximum size fit into the limits of letter services and of the process', async () => {
  const page = await largeScan()
  expect(page.content.length).toBeGreaterThan(maxProofPageBytes * 0.75)
  expect(page.content.length).toBeLessThanOrEqual(maxProofPageBytes)
  // The pages differ, because a page that occurs twice is embedded once.
  const proofs = Array.from({ length: 20 }, (unused, index) => {
    const content = Buffer.concat([
      page.content,
      Buffer.alloc(maxProofPageBytes - page.content.length, index),
    ])
    return { ...page, content }
  })
  const { pdf, pages } = made(await typesetter.printLetter(fullest, proofs))
  expect(pages).toBe(22)
  expect(pdf.length).toBeLessThanOrEqual(8_000_000)
  expect(pdf.length).toBeGreaterThan(20 * page.content.length)
  const more = [...proofs, ...proofs.slice(0, 3)]
  expect(await typesetter.printLetter(fullest, more)).toEqual({ code: 'failed', reason: 'LetterTooLarge' })
})
