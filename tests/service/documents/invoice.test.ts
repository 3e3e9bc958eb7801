import { PDFDocument } from '@cantoo/pdf-lib'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createTypesetter } from '#service/documents/typesetter.ts'
import {
  cancellation,
  confirmation,
  invoice,
  smallInvoice,
} from '#tests/service/documents/support/contents.ts'
import { edges, isPrintedIn, readText } from '#tests/service/documents/support/page-contents.ts'

const typesetter = createTypesetter({ log: pino({ level: 'silent' }) })
afterAll(() => typesetter.stop())

function made(result: Awaited<ReturnType<typeof typesetter.letter>>) {
  if (!('pdf' in result)) throw new Error(result.reason)
  return result
}

async function xmlOf(pdf: Uint8Array): Promise<string> {
  const files = (await PDFDocument.load(pdf, { updateMetadata: false })).getAttachments()
  expect(files.map(({ name }) => name)).toEqual(['factur-x.xml'])
  return Buffer.from(files[0]!.data).toString('utf8')
}

const textOf = async (pdf: Uint8Array) => (await readText(pdf)).map(({ text }) => text).join('\n')

test('an invoice names all amounts and parties in text and in XML', async () => {
  const { pdf, pages } = made(await typesetter.invoice(invoice))
  expect(pages).toBe(1)
  const text = await textOf(pdf)
  const { name, street, company } = invoice.customer
  const days = ['21.11.2026', '20.11.2026']
  for (const part of [
    'RE-2026-00001',
    'FL-2026-0001',
    '42,01',
    '7,98',
    '49,99',
    '19 %',
    name,
    street,
    company!,
    ...days,
  ])
    expect(text).toContain(part)
  for (const part of [
    'Formlotse GmbH',
    'HRB 12345',
    'Geschäftsführung',
    'Sitz der Gesellschaft: Berlin',
    'DE123456789',
  ])
    expect(text).toContain(part)
  const xml = await xmlOf(pdf)
  expect(xml).toContain('<ram:ID>RE-2026-00001</ram:ID>')
  expect(xml).toContain('<ram:TypeCode>380</ram:TypeCode>')
  expect(xml).toMatch(/GrandTotalAmount[^>]*>49.99</)
  expect(xml).toMatch(/TaxTotalAmount[^>]*>7.98</)
  expect(xml).toMatch(/DuePayableAmount[^>]*>0.00</)
  expect(xml).toContain('Müller &amp; Söhne &lt;Bau')
  expect(xml).not.toContain('InvoiceReferencedDocument')
  for (const edge of edges) expect(await isPrintedIn(pdf, 0, edge)).toBe(false)
})

test('a cancellation invoice refers to the invoice in text and in XML', async () => {
  const { pdf } = made(await typesetter.cancellation(cancellation))
  const text = await textOf(pdf)
  expect(text).toContain('Stornorechnung')
  expect(text).toContain('ST-2026-00001')
  expect(text).toContain('Rechnung RE-2026-00001')
  const xml = await xmlOf(pdf)
  expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
  expect(xml).toMatch(/InvoiceReferencedDocument>\s*<ram:IssuerAssignedID>RE-2026-00001</)
})

test('the cancellation invoice of a chargeback announces no refund', async () => {
  const refund = await textOf(made(await typesetter.invoice(cancellation)).pdf)
  expect(refund).toMatch(/erstattet/)
  const { pdf } = made(await typesetter.invoice({ ...cancellation, isChargeback: true }))
  const text = (await textOf(pdf)).replaceAll(/\s+/g, ' ')
  expect(text).toContain('Die Zahlung vom 20.11.2026 wurde zurückgebucht')
  expect(text).not.toMatch(/erstattet|Erstattung/)
})

test.each([
  [true, /die meisten Angaben ändern, als Verbraucher auch den Vertrag widerrufen:/],
  [false, /die meisten Angaben ändern: /],
])('a confirmation with canWithdraw %s says what the status page offers', async (canWithdraw, sentence) => {
  const { pdf } = made(await typesetter.confirmation({ ...confirmation, canWithdraw, texts: [] }))
  const text = (await textOf(pdf)).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(sentence)
  expect(text).not.toContain('jederzeit')
})

test('an invoice needs neither an address nor a VAT id', async () => {
  const { pdf } = made(await typesetter.invoice(smallInvoice))
  const text = await textOf(pdf)
  expect(text).toContain('Юрий Щербаков')
  expect(text).toContain('Steuernummer 12/345/67890')
})

test('a confirmation contains the order and all accepted texts, with the company on every page', async () => {
  const { pdf, pages } = made(await typesetter.confirmation(confirmation))
  const read = await readText(pdf)
  expect(pages).toBe(read.length)
  expect(pages).toBeGreaterThan(3)
  for (const [page, { text }] of read.entries()) {
    expect(text).toContain('HRB 12345')
    expect(text).toContain(`Seite ${page + 1} von ${pages}`)
    for (const edge of edges) expect(await isPrintedIn(pdf, page, edge)).toBe(false)
  }
  expect(read[0]!.text).toContain('49,99 €')
  expect(read[1]!.text.startsWith('Widerrufsbelehrung')).toBe(true)
  expect(read.at(-1)!.text.startsWith('Muster-Widerrufsformular')).toBe(true)
})
