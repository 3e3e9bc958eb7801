import type { DocumentStore } from '#db/ports/document-store.ts'
import type { Store } from '#db/ports/store.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { fixedFields } from '#domain/orders/amendment.ts'
import type { StatusData } from '#domain/orders/status-contract.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'
import type { OfferedTexts } from '#service/texts/offered-texts.ts'
import { customerDocumentsOf } from './describe-order.ts'
import { outdatedConsents } from './outdated-consents.ts'

interface ReadDataDeps {
  store: Pick<Store, 'vault' | 'uploads'>
  documents: Pick<DocumentStore, 'list'>
  texts: Pick<OfferedTexts, 'offer'>
}

/** Returns the personal data of an order, as its customer sees and amends it. */
export async function readData(
  { store, documents, texts }: ReadDataDeps,
  found: FoundOrder,
): Promise<StatusData> {
  const { order } = found
  const current = await readOrderValues(store, found)
  const { values, amendments } = current
  const funnel = funnelByType(order.funnel)
  const outdated =
    funnel && current.email !== undefined ? await outdatedConsents(texts, { ...current, funnel }) : []
  const frozen = await documents.list(order.runId)
  const uploads = await store.uploads.list(order.runId)
  return {
    runId: order.runId,
    values: { ...values },
    version: amendments,
    fixed: funnel ? [...fixedFields(funnel, values)] : [],
    outdated: [...outdated],
    documents: customerDocumentsOf(order, frozen),
    uploads: uploads.map(({ id, field, filename, mimeType, size }) => ({
      id,
      field,
      filename,
      mimeType,
      size,
    })),
  }
}
