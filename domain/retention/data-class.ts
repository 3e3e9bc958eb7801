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
  return type === 'complete' ? 'order' : 'draft'
}

export const dataClasses: readonly DataClass[] = ['draft', 'order', 'invoice']
