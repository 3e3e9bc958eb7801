import { PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import type { ConfirmationContent, InvoiceContent } from '#domain/documents/content.ts'
import type { DocumentJob, Typeset } from './document-jobs.ts'
import { contentInput, layOut, writePdf } from './typeset-document.ts'
import { typesetLetter, typesetPrintLetter } from './typeset-letter.ts'

/** Version of the templates. Increase it with every change that is visible in a document. */
const templateVersion = 2

/** Typesets a document. Throws if its template fails or the result violates its standard. */
export async function typesetJob(job: DocumentJob): Promise<Typeset> {
  return { ...(await typeset(job)), template: templateVersion }
}

async function typeset(job: DocumentJob): Promise<Omit<Typeset, 'template'>> {
  switch (job.kind) {
    case 'letter':
      return typesetLetter(job.content)
    case 'printLetter':
      return typesetPrintLetter(job.content, job.proofs)
    case 'confirmation':
      return typesetConfirmation(job.content)
    case 'invoice':
      return typesetInvoice(job.content)
  }
}

function typesetConfirmation(content: ConfirmationContent) {
  const document = layOut({ template: 'confirmation', inputs: { content: contentInput(content) } })
  return { pdf: writePdf(document, PdfStandard.UA_1), pages: document.numOfPages }
}

async function typesetInvoice(content: InvoiceContent) {
  // The library takes time to load, which the other documents do not need.
  const { embedInvoice } = await import('./e-invoice.ts')
  const document = layOut({ template: 'invoice', inputs: { content: contentInput(content) } })
  const pdf = writePdf(document, PdfStandard.A_3b, Date.parse(content.issuedOn))
  return { pdf: await embedInvoice(pdf, content), pages: document.numOfPages }
}
