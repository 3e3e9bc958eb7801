import { PDFDocument, PDFName, type PDFPage, StandardFonts, rgb } from '@cantoo/pdf-lib'

/** Returns an A4 page with a red left half and a blue right half, drawn as vectors. */
export function drawTwoColours(pdf: PDFDocument): PDFPage {
  const page = pdf.addPage([595, 842])
  page.drawRectangle({ x: 0, y: 0, width: 298, height: 842, color: rgb(0.86, 0.08, 0.08) })
  page.drawRectangle({ x: 298, y: 0, width: 297, height: 842, color: rgb(0.08, 0.08, 0.86) })
  return page
}

/** Returns the bytes of a PDF after `change` was applied to a document with one page. */
export async function makePdf(
  change: (pdf: PDFDocument, page: PDFPage) => unknown = () => undefined,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  await change(pdf, drawTwoColours(pdf))
  return pdf.save()
}

export const addText = async (pdf: PDFDocument, page: PDFPage) =>
  page.drawText('Meldebescheinigung', { font: await pdf.embedFont(StandardFonts.Helvetica), y: 700 })

const setAction = (action: Record<string, unknown>) => (pdf: PDFDocument) =>
  pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.obj(action as never))

/** Changes that make a PDF active, by what they add. */
export const activeChanges: Record<string, (pdf: PDFDocument, page: PDFPage) => unknown> = {
  'a script at opening': (pdf) => setAction({ S: 'JavaScript', JS: '(app.alert(1))' })(pdf),
  'a named script': (pdf) => pdf.addJavaScript('start', 'app.alert(1)'),
  'an attachment': (pdf) => pdf.attach(Buffer.from('<invoice/>'), 'invoice.xml'),
  'a program to launch': setAction({ S: 'Launch', F: '(calc.exe)' }),
  'a page of another file': setAction({ S: 'GoToR', F: '(\\\\\\\\server\\\\share)', D: [] }),
  'a form that is sent': (pdf, page) =>
    page.node.set(PDFName.of('AA'), pdf.context.obj({ O: { S: 'SubmitForm', F: '(http://x)' } } as never)),
  'an XFA form': (pdf) =>
    pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [], XFA: ['a'] } as never)),
  'a stream in another file': (pdf, page) => {
    const stream = pdf.context.stream('', { F: 'other.bin' })
    page.node.set(PDFName.of('Contents'), pdf.context.register(stream))
  },
}
