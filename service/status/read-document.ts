import type { DocumentStore } from '#db/ports/document-store.ts'
import type { StatusDocument } from '#domain/orders/status-contract.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { customerDocumentsOf } from './describe-order.ts'

/** Returns the last version of a document that the customer can download. */
export async function readDocument(
  { documents }: { documents: Pick<DocumentStore, 'list' | 'read'> },
  { order }: FoundOrder,
  kind: StatusDocument['kind'],
): Promise<{ filename: string; content: Uint8Array } | undefined> {
  const known = customerDocumentsOf(order, await documents.list(order.runId))
  const document = known.find((one) => one.kind === kind)
  const content = document && (await documents.read({ runId: order.runId, kind, version: document.version }))
  return content && { filename: document.filename, content }
}

export function pdfResponse({ filename, content }: { filename: string; content: Uint8Array }): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="${filename}"`,
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}
