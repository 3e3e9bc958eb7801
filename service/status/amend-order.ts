import type { Store } from '#db/ports/store.ts'
import { type FormIssue, splitForm } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { uploadsIn } from '#domain/forms/fields-by-kind.ts'
import { readForm } from '#domain/forms/read-form.ts'
import { isSameValue } from '#domain/forms/same-value.ts'
import { checkAmendment } from '#domain/orders/amendment.ts'
import { type OrderDecision, decideAmendment } from '#domain/orders/decide-order.ts'
import type { OrderStatus } from '#domain/orders/evolve-order.ts'
import { berlinDate } from '#domain/time/berlin-time.ts'
import type { Correspondence } from '#service/correspondence/correspondence.ts'
import { textChanged } from '#service/ingest/check-texts.ts'
import { keepUploads } from '#service/ingest/check-uploads.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'
import type { OfferedTexts, TextHashes } from '#service/texts/offered-texts.ts'
import { outdatedConsents } from './outdated-consents.ts'
import { type StatusTimes, canAmend } from './describe-order.ts'
import { funnelOfOrder } from './funnel-of-order.ts'

export interface Amendment {
  /** Number of amendments on which this one is based. */
  version: number
  /** See `checkAmendment`. */
  form: Readonly<Record<string, unknown>>
  /** SHA-256 in hex of the consent texts that the page shows, by name. A text that is not named is the current one. */
  texts?: TextHashes | undefined
  /**
   * True if the customer corrects a single value without seeing the consents. Those whose text has changed since the
   * order are then not asked for again.
   */
  isCorrection?: boolean
}

/** `sha256` is the hash of the current text of a consent whose shown text is outdated. */
type Issue = Pick<FormIssue, 'field' | 'rule' | 'message'> & { sha256?: string }

/**
 * - `changed`: the amendment is stored.
 * - `unchanged`: the form contains the values that the order has.
 * - `invalid`: a check failed.
 * - `too-late`: the order cannot be amended, for example because its letter is submitted.
 * - `too-many`: the order was amended too often (see `maxAmendments`).
 * - `outdated`: another amendment was stored since the given version.
 * - `gone`: the personal values are erased or expired.
 */
export type AmendmentOutcome =
  | { code: 'changed' | 'unchanged' | 'too-late' | 'too-many' | 'outdated' | 'gone' }
  | { code: 'invalid'; issues: Issue[] }

interface AmendDeps {
  store: Pick<Store, 'vault' | 'uploads'>
  correspondence: Pick<Correspondence, 'acceptAmendment'>
  texts: Pick<OfferedTexts, 'offer'>
}

/**
 * Amends an order: checks the form as the order itself was checked, and appends the values of the whole form. If the
 * letter is submitted or another amendment is stored at the same time, only one of the changes is stored.
 */
export async function amendOrder(
  { store, correspondence, texts }: AmendDeps,
  found: FoundOrder,
  { version, form, texts: shown = {}, isCorrection = false }: Amendment,
  times: StatusTimes,
): Promise<AmendmentOutcome> {
  const { order, complete } = found
  const funnel = funnelOfOrder(order)
  const current = await readOrderValues(store, found)
  if (!funnel || current.email === undefined) return { code: 'gone' }
  if (decideAmendment(order).code === 'too-many') return { code: 'too-many' }
  if (!canAmend(order, times)) return { code: 'too-late' }
  if (current.amendments !== version) return { code: 'outdated' }
  const { values: read, issues: misshapen } = readForm(funnel, form)
  if (misshapen.length > 0) return { code: 'invalid', issues: misshapen.map(asFormat) }
  const outdated = isCorrection ? new Set<string>() : await outdatedConsents(texts, { ...current, funnel })
  const amended = { current: current.values, outdated }
  const { values, issues, renewed } = checkAmendment(funnel, amended, read, berlinDate(times.now))
  if (issues.length > 0) return { code: 'invalid', issues }
  const accepted = await acceptTexts(texts, { funnel, values, renewed, shown })
  if (accepted.issues.length > 0) return { code: 'invalid', issues: accepted.issues }
  if (isSameForm(current.values, values)) return { code: 'unchanged' }
  const files = uploadsIn(fieldsOf(funnel), values)
  const faulty = files.length === 0 ? [] : await keepUploads(store.uploads, complete.runId, files, times.now)
  if (faulty.length > 0)
    return { code: 'invalid', issues: faulty.map(({ path, message }) => fileIssue(path, message)) }
  const { facts, personal } = splitForm(funnel, values)
  const outcome = await correspondence.acceptAmendment(
    found,
    (latest, { events }): OrderDecision<OrderStatus | 'too-late' | 'too-many' | 'outdated'> => {
      if (!canAmend(latest, times)) return { code: 'too-late' }
      if (events.filter(({ type }) => type === 'amended').length !== version) return { code: 'outdated' }
      return withTexts(decideAmendment(latest), accepted.texts)
    },
    { facts, personal: { form: personal }, isNewAddress: values['email'] !== current.email },
  )
  if (outcome.code === 'changed' || outcome.code === 'outdated') return { code: outcome.code }
  return { code: 'too-late' }
}

/** Amends only the e-mail address of an order. */
export async function changeEmail(
  deps: AmendDeps,
  found: FoundOrder,
  email: string,
  times: StatusTimes,
): Promise<AmendmentOutcome> {
  const { values, amendments: version } = await readOrderValues(deps.store, found)
  return amendOrder(deps, found, { version, form: { ...values, email }, isCorrection: true }, times)
}

interface RenewedConsents {
  funnel: Funnel
  values: FieldValues
  renewed: readonly string[]
  shown: TextHashes
}

/**
 * Returns the hashes of the texts of the renewed consents, and an issue for each whose text is not the one that the page
 * showed.
 */
async function acceptTexts(
  texts: Pick<OfferedTexts, 'offer'>,
  { funnel, values, renewed, shown }: RenewedConsents,
): Promise<{ texts: TextHashes; issues: Issue[] }> {
  if (renewed.length === 0) return { texts: {}, issues: [] }
  const offered = await texts.offer(funnel, values)
  const accepted = Object.entries(offered).filter(([name]) => renewed.includes(name))
  const issues = accepted.flatMap(([field, sha256]): Issue[] =>
    shown[field] === undefined || shown[field] === sha256
      ? []
      : [{ field, rule: 'required', message: textChanged, sha256 }],
  )
  return { texts: Object.fromEntries(accepted), issues }
}

/** Adds to an amendment the hashes of the texts that the customer accepted with it. */
function withTexts<Code extends string>(
  decision: OrderDecision<Code>,
  texts: TextHashes,
): OrderDecision<Code> {
  if (!('event' in decision) || decision.event.type !== 'amended') return decision
  if (Object.keys(texts).length === 0) return decision
  const { orderId } = decision.event.data
  return { code: 'append', event: { type: 'amended', data: { orderId, texts } } }
}

function isSameForm(current: FieldValues, next: FieldValues): boolean {
  const names = new Set([...Object.keys(current), ...Object.keys(next)])
  return [...names].every((name) => isSameValue(current[name], next[name]))
}

const asFormat = ({ field, message }: { field: string; message: string }): Issue => ({
  field,
  rule: 'format',
  message,
})

const fileIssue = (path: string, message: string): Issue => ({
  field: path.replace(/^form\./, ''),
  rule: 'files',
  message,
})
