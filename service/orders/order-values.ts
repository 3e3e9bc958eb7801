import type { Store } from '#db/ports/store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { type EnclosedProof, enclosedProofs } from '#domain/documents/enclosed-proofs.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { FoundOrder } from './find-order.ts'

/** The current values of an order: those of the order itself, replaced by those of its last amendment. */
export interface OrderValues {
  /** All values of the form, facts included. Empty if the personal values are erased or expired. */
  values: FieldValues
  /** Values with a closed set of values, which are stored in the log. */
  facts: Readonly<Record<string, string | boolean>>
  /** Current e-mail address; undefined if the personal values are erased or expired. */
  email: string | undefined
  /** Enclosed proofs in the order of the letter. */
  uploads: EnclosedProof[]
  /** SHA-256 in hex of each text that the customer accepted, by name; empty if the order records none. */
  texts: Readonly<Record<string, string>>
  /** Number of amendments that these values include. */
  amendments: number
  /** Time of the order or of its last amendment, in ms since the epoch. */
  changedAt: number
}

type Versioned = Extract<StoredEvent, { type: 'complete' | 'amended' }>

/**
 * Returns the values of an order as of position `upTo`, by default the current ones. `amended` events contain the whole
 * form, so the last of them replaces all earlier values; `email_corrected` replaces only the e-mail address. The proofs
 * keep their order from the form.
 */
export async function readOrderValues(
  store: Pick<Store, 'vault'>,
  { order, complete, events }: Pick<FoundOrder, 'order' | 'complete' | 'events'>,
  upTo = Infinity,
): Promise<OrderValues> {
  const versions = events.filter((event): event is Versioned => isVersion(event) && event.position <= upTo)
  const current = versions.at(-1) ?? complete
  const stored = await store.vault.readAt(order.runId, current.position)
  const correction = events.findLast(
    ({ type, position }) => type === 'email_corrected' && position > current.position && position <= upTo,
  )
  const corrected = correction && (await store.vault.readAt(order.runId, correction.position))
  const personal = { ...stored?.personal.form, ...corrected?.personal.form } as FieldValues
  const isReadable = stored !== undefined
  const values: FieldValues = isReadable ? { ...current.facts, ...personal } : {}
  const { email } = values
  const funnel = funnelByType(order.funnel)
  return {
    values,
    facts: current.facts,
    email: typeof email === 'string' ? email : undefined,
    uploads: funnel && isReadable ? enclosedProofs(funnel, values) : [],
    texts: acceptedTextsOf(versions),
    amendments: versions.filter(({ type }) => type === 'amended').length,
    changedAt: current.at,
  }
}

const isVersion = ({ type }: StoredEvent) => type === 'complete' || type === 'amended'

/**
 * Returns the hashes of the texts that the customer accepted with an order and its amendments; the last ones win. Orders
 * of earlier versions of the service record none.
 */
function acceptedTextsOf(versions: readonly Versioned[]): Readonly<Record<string, string>> {
  return Object.assign({}, ...versions.map(({ data }) => data.texts)) as Readonly<Record<string, string>>
}

/**
 * Returns the values that were ordered, facts included. After all other personal values have expired or were erased,
 * those that the invoice needs remain while the invoice is kept (see `invoiceValues`).
 */
export async function readInvoiceForm(
  store: Pick<Store, 'vault'>,
  { order, complete }: Pick<FoundOrder, 'order' | 'complete'>,
): Promise<FieldValues> {
  const { position, facts } = complete
  // Unlike `vault.readAt`, a page includes the values that are kept only for an invoice.
  const page = await store.vault.readPage(order.runId, position - 1)
  const stored = page.find((row) => row.position === position)?.personal.form as FieldValues | undefined
  return { ...facts, ...stored }
}
