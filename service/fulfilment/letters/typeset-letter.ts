import type { Store } from '#db/ports/store.ts'
import { letterContent } from '#domain/documents/letter-content.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { maxLetterProofPages } from '#domain/uploads/proof-rules.ts'
import { type UploadType, uploadTypes } from '#domain/uploads/upload-types.ts'
import type { ProofPage } from '#service/documents/proofs/proof-page.ts'
import { readPages } from '#service/documents/proofs/stored-pages.ts'
import type { TypesetResult, Typesetter } from '#service/documents/typesetter.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import type { OrderValues } from '#service/orders/order-values.ts'
import { readContent } from '#service/uploads/read-content.ts'

interface LetterTypesetterParts {
  store: Pick<Store, 'uploads'>
  typesetter: Pick<Typesetter, 'printLetter' | 'convertProof'>
}

type Failure = Exclude<TypesetResult, { code: 'typeset' }>

/** Returns a function that typesets the letter of an order for print: the application and the pages of its proofs. */
export function createLetterTypesetter({ store, typesetter }: LetterTypesetterParts) {
  return async ({ order }: FoundOrder, current: OrderValues): Promise<TypesetResult> => {
    const { values, changedAt: signedAt, uploads } = current
    const funnel = funnelByType(order.funnel)
    const content = funnel && letterContent({ funnel, values, orderNumber: order.number, signedAt })
    if (!content) return { code: 'failed', reason: 'the data of the application is incomplete' }
    const pages: ProofPage[] = []
    for (const { uploadId } of uploads) {
      const proof = await proofPages(uploadId, maxLetterProofPages - pages.length)
      if ('code' in proof) return proof
      pages.push(...proof)
    }
    return typesetter.printLetter(content, pages)
  }

  async function proofPages(uploadId: string, pagesLeft: number): Promise<ProofPage[] | Failure> {
    const stored = await readPages(store.uploads, uploadId)
    if (stored) return stored
    // The file was uploaded to an earlier version of the service, which did not convert it.
    const upload = await store.uploads.find(uploadId)
    const type = upload?.mimeType
    if (!upload || type === undefined || !isUploadType(type))
      return { code: 'failed', reason: 'a proof is missing' }
    const content = Buffer.concat(await Array.fromAsync(readContent(store.uploads, upload)))
    const converted = await typesetter.convertProof({ content, type, pagesLeft })
    if (converted.code === 'converted') return converted.pages
    const code = converted.code === 'busy' ? 'unavailable' : 'failed'
    return { code, reason: `a proof cannot be converted: ${converted.code}` }
  }
}

function isUploadType(type: string): type is UploadType {
  return Object.hasOwn(uploadTypes, type)
}
