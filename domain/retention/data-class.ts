import type { DocumentKind } from '#domain/events/stored-event.ts'

/**
 * Class of personal data. It determines the retention period of the data. Each class of a run is encrypted with a
 * separate data key.
 * - `draft`: values entered before the order, and uploads that belong to no order.
 * - `order`: values and uploaded documents of an order.
 * - `invoice`: the values of an order that must be kept under tax law.
 */
export type DataClass = 'draft' | 'order' | 'invoice'

/** Returns the class of the values that arrive with an event of this type. */
export function classOfEvent(type: string): DataClass {
  return type === 'complete' || type === 'amended' ? 'order' : 'draft'
}

/** Returns the class of the documents of this kind. Invoices are kept under tax law. */
export function classOfDocument(kind: DocumentKind): DataClass {
  return kind === 'invoice' || kind === 'cancellation' ? 'invoice' : 'order'
}

export const dataClasses: readonly DataClass[] = ['draft', 'order', 'invoice']

/** The classes that are removed when only the invoice of an order is kept. */
export const classesBeforeInvoice: readonly DataClass[] = ['draft', 'order']
