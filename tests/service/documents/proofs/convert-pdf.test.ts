import { PDFDocument, PDFName, StandardFonts, degrees } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { maxProofPageBytes } from '#domain/uploads/proof-rules.ts'
import { convertProof } from '#service/documents/proofs/convert-proof.ts'
import type { ProofPage } from '#service/documents/proofs/proof-page.ts'
import { colourAt, twoColours } from '#tests/service/documents/proofs/support/images.ts'
import {
  activeChanges,
  addText,
  drawTwoColours,
  makePdf,
} from '#tests/service/documents/proofs/support/pdfs.ts'

const convert = (content: Uint8Array, pagesLeft = 20) =>
  convertProof({ content, type: 'application/pdf', pagesLeft })

async function pagesOf(content: Uint8Array): Promise<ProofPage[]> {
  const result = await convert(content)
  if (result.code !== 'converted') throw new Error(result.code)
  return result.pages
}

const formats = async (content: Uint8Array) => (await pagesOf(content)).map(({ format }) => format)

/** Returns the size in bytes of a drawn page with a field of this value. Text makes it larger. */
async function bytesWith(value: string): Promise<number> {
  const content = await makePdf(async (pdf) => {
    const page = pdf.addPage([595, 842])
    const field = pdf.getForm().createTextField('name')
    field.setText(value)
    field.addToPage(page, { x: 50, y: 600, width: 400, height: 60, borderWidth: 0 })
    field.updateAppearances(await pdf.embedFont(StandardFonts.HelveticaBold))
  })
  const page = (await pagesOf(content))[1]!
  expect(page.format).toBe('jpeg')
  return page.content.length
}

const pagesWith = (count: number) =>
  makePdf((pdf) => Array.from({ length: count - 1 }, () => drawTwoColours(pdf)))

describe('a page of a PDF', () => {
  test('stays a vector page without links, metadata and title', async () => {
    const content = await makePdf((pdf, page) => {
      pdf.setTitle('Secret title')
      pdf.setAuthor('Erika')
      const metadata = pdf.context.register(pdf.context.stream('<Erika/>', { Type: 'Metadata' }))
      page.node.set(PDFName.of('Metadata'), metadata)
      const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: { S: 'URI', URI: '(http://x)' } }
      page.node.set(PDFName.of('Annots'), pdf.context.obj([link] as never))
    })
    const [page, ...others] = await pagesOf(content)
    expect(others).toEqual([])
    expect(page).toMatchObject({ format: 'pdf' })
    expect(page!.heightMm).toBeCloseTo(254.7, 0)
    const copy = await PDFDocument.load(page!.content, { updateMetadata: false })
    expect(copy.getPageCount()).toBe(1)
    expect(copy.getTitle()).toBeUndefined()
    expect(copy.getAuthor()).toBeUndefined()
    const objects = copy.context.enumerateIndirectObjects().map(([, object]) => object.toString())
    expect(objects.join('\n')).not.toMatch(/Erika|Secret|Annots|URI|Metadata/)
  })

  test('stays a vector page with a JPEG that has no metadata', async () => {
    const image = await twoColours().jpeg().toBuffer()
    const content = await makePdf(async (pdf, page) => page.drawImage(await pdf.embedJpg(image)))
    expect(await formats(content)).toEqual(['pdf'])
  })

  test('is drawn if its JPEG has metadata', async () => {
    const image = await twoColours()
      .withExif({ IFD0: { Copyright: 'Erika' } })
      .jpeg()
      .toBuffer()
    const content = await makePdf(async (pdf, page) => page.drawImage(await pdf.embedJpg(image)))
    expect(Buffer.from(content).includes('Erika')).toBe(true)
    const [page] = await pagesOf(content)
    expect(page).toMatchObject({ format: 'jpeg' })
    expect(Buffer.from(page!.content).includes('Erika')).toBe(false)
  })

  test('is drawn if a font is not embedded', async () => {
    expect(await formats(await makePdf(addText))).toEqual(['jpeg'])
  })

  test('is drawn upright if it is rotated', async () => {
    const content = await makePdf((_, page) => page.setRotation(degrees(90)))
    const [page] = await pagesOf(content)
    expect(page).toMatchObject({ format: 'jpeg' })
    expect(page!.widthMm).toBeCloseTo(180)
    const top = await colourAt(page!.content, 0.5, 0.2)
    expect(top.r).toBeGreaterThan(top.b)
  })

  test('is drawn with the values of filled-in fields', async () => {
    expect(await bytesWith('Erika Mustermann')).toBeGreaterThan((await bytesWith(' ')) + 1000)
  })

  test('has at most 360 KB, even if it is large', async () => {
    const noise = await twoColours(1500, 2000).png().toBuffer()
    const content = await makePdf(async (pdf) => {
      const page = pdf.addPage([14_400, 14_400])
      page.drawImage(await pdf.embedPng(noise), { width: 14_400, height: 14_400 })
    })
    for (const page of await pagesOf(content)) {
      expect(page.content.length).toBeLessThanOrEqual(maxProofPageBytes)
      expect(page.widthMm).toBeLessThanOrEqual(180.001)
    }
  })
})

describe('a PDF is refused', () => {
  test.each(Object.entries(activeChanges))('with %s', async (_, change) => {
    expect(await convert(await makePdf(change))).toEqual({ code: 'active' })
  })

  test.each([
    { name: 'a password', passwords: { userPassword: 'geheim', ownerPassword: 'owner' } },
    { name: 'a password for changes only', passwords: { userPassword: '', ownerPassword: 'owner' } },
  ])('with $name', async ({ passwords }) => {
    const content = await makePdf((pdf) => pdf.encrypt(passwords))
    expect(await convert(content)).toEqual({ code: 'encrypted' })
  })

  test('with more than 10 pages', async () => {
    expect(await convert(await pagesWith(11))).toEqual({ code: 'tooManyPages' })
    expect(await convert(await pagesWith(10))).toMatchObject({ code: 'converted' })
    expect(await convert(await pagesWith(3), 2)).toEqual({ code: 'tooManyProofPages' })
  })

  test('that is cut off before its pages', async () => {
    const content = await makePdf()
    expect(await convert(content.subarray(0, 40))).toEqual({ code: 'broken' })
  })
})
