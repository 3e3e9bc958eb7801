import { PDFDocument, PDFName, PDFRawStream, PDFString, decodePDFRawStream } from '@cantoo/pdf-lib'

const summation = '</ram:SpecifiedTradeSettlementHeaderMonetarySummation>'

/**
 * Adds the reference to the cancelled invoice (BT-25) to the XML that is embedded in a cancellation invoice. The library
 * that writes the XML drops the reference. Throws if the PDF contains no such XML.
 */
export async function referToInvoice(pdf: Uint8Array, number: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const [found] = document.context
    .enumerateIndirectObjects()
    .flatMap(([ref, stream]) =>
      stream instanceof PDFRawStream && stream.dict.get(PDFName.of('Type')) === PDFName.of('EmbeddedFile')
        ? [{ ref, stream }]
        : [],
    )
  if (!found) throw new Error('the invoice contains no file')
  const xml = Buffer.from(decodePDFRawStream(found.stream).decode()).toString('utf8')
  if (!xml.includes(summation)) throw new Error('the invoice contains no sums')
  const id = `<ram:IssuerAssignedID>${escapeXml(number)}</ram:IssuerAssignedID>`
  const reference = `<ram:InvoiceReferencedDocument>${id}</ram:InvoiceReferencedDocument>`
  const changed = Buffer.from(xml.replace(summation, () => summation + reference))
  // PDF/A-3 requires the time at which an embedded file was changed.
  const params = document.context.obj({
    Size: changed.length,
    ModDate: PDFString.fromDate(document.getCreationDate() ?? new Date(0)),
  })
  const stream = document.context.flateStream(changed, {
    Type: 'EmbeddedFile',
    Subtype: found.stream.dict.get(PDFName.of('Subtype'))!,
    Params: params,
  })
  document.context.assign(found.ref, stream)
  return document.save({ useObjectStreams: false })
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
