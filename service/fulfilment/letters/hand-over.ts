import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { orderedProduct } from '#domain/documents/ordered-product.ts'
import { type OrderDecision, decideHandOver, decideSubmission } from '#domain/orders/decide-order.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { minuteMs } from '#domain/time/durations.ts'
import type { TypesetResult } from '#service/documents/typesetter.ts'
import { freezeDocument } from '#service/fulfilment/freeze-document.ts'
import type { Issued, IssuedJournal } from '#service/journal/issued-journal.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { type OrderValues, readOrderValues } from '#service/orders/order-values.ts'
import type { Preparation, SendResult } from '#service/outbox/destination.ts'
import { type LetterTask, done, handOver, stopLetter } from '#service/outbox/destinations/letter/letter.ts'
import {
  type Letter,
  type LetterService,
  failure,
} from '#service/outbox/destinations/letter/letter-service.ts'

export interface LetterSettings {
  store: Pick<Store, 'log' | 'vault' | 'documents'>
  service: LetterService
  journal: Pick<IssuedJournal, 'find' | 'note'>
  /** Typesets the application and the pages of its proofs as one letter. */
  typeset: (found: FoundOrder, values: OrderValues) => Promise<TypesetResult>
  /** Time in ms between the payment and the hand-over. */
  submitAfterMs: number
  now: () => number
  log: Logger
  /** Called after events were stored. */
  onCommit: () => void
}

/**
 * Prepares the hand-over of a paid order's letter. After a restore from a backup, a letter that was handed over before
 * is only recorded again.
 */
export async function prepareHandOver(
  settings: LetterSettings,
  found: FoundOrder,
): Promise<Preparation<LetterTask>> {
  const { journal, submitAfterMs, now } = settings
  const { order } = found
  const noted = await findNoted(journal, order.id)
  if (order.letter !== 'none') {
    // An earlier attempt may have ended before it noted the letter.
    if (order.letterId !== null && !noted) await note(settings, found, order.letterId)
    return { kind: 'discarded', reason: 'the letter is handed over already' }
  }
  if (noted)
    return {
      kind: 'ready',
      message: (signal) =>
        recordHandOver(settings, { found, version: versionOf(found), letterId: noted.value }, signal),
    }
  const decision = decideSubmission(order, { letterId: order.id, submitAfterMs, now: now() })
  if (decision.code === 'not-due') return { kind: 'postponed', until: order.paidAt! + submitAfterMs }
  if (decision.code === 'withdrawal_declared') return { kind: 'postponed', until: now() + minuteMs }
  if (decision.code !== 'append') return { kind: 'discarded', reason: `the order is ${decision.code}` }
  return freezeAndHandOver(settings, found)
}

/** Freezes the letter of an order, unless that was done before, and prepares its hand-over. */
export async function freezeAndHandOver(
  settings: LetterSettings,
  found: FoundOrder,
): Promise<Preparation<LetterTask>> {
  const version = versionOf(found)
  const letter = await freezeLetter(settings, found, version)
  if ('code' in letter)
    return letter.code === 'gone'
      ? { kind: 'discarded', reason: 'the data of the order is erased' }
      : { kind: 'impossible', code: 'retry', reason: `the letter cannot be typeset: ${letter.code}` }
  const onSubmitted = (letterId: string, signal: AbortSignal) =>
    recordHandOver(settings, { found, version, letterId }, signal)
  return { kind: 'ready', message: handOver(settings.service, letter, onSubmitted) }
}

async function freezeLetter(
  { store, typeset, now }: LetterSettings,
  found: FoundOrder,
  version: number,
): Promise<Letter | { code: string }> {
  const { id, number: orderNumber, runId, paidAt } = found.order
  const values = await readOrderValues(store, found)
  if (values.email === undefined) return { code: 'gone' }
  const kind = 'letter'
  const frozen = await freezeDocument(store, found, {
    kind,
    version,
    typeset: () => typeset(found, values),
    now: now(),
  })
  if (!('facts' in frozen)) return frozen
  const { sha256, pages } = frozen.facts
  const pdf = await store.documents.read({ runId, kind, version })
  if (!pdf) return { code: 'gone' }
  const product = orderedProduct(found.order)
  return { id, orderNumber, product, pdf, sha256, pages, handOver: handOverOf(found), since: paidAt! }
}

interface HandedOver {
  found: FoundOrder
  /** Version of the values that the letter contains. */
  version: number
  letterId: string
}

/**
 * Records that the letter was handed over, even if the order was paused in the meantime. If the order was changed or
 * ended in the meantime, the letter is stopped.
 */
async function recordHandOver(
  settings: LetterSettings,
  { found, version, letterId }: HandedOver,
  signal: AbortSignal,
): Promise<SendResult> {
  const { store, service, now, log } = settings
  const outcome = await changeOrder(
    store.log,
    found.order.id,
    (order, current): OrderDecision<'handed-over' | 'not-paid' | 'amended'> =>
      versionOf(current) === version ? decideHandOver(order, letterId) : { code: 'amended' },
    { now: now() },
  )
  if (outcome.code === 'amended') {
    const stopped = await stopLetter(service, letterId)(signal)
    return stopped.code === 'delivered'
      ? failure('retry', 'the order was changed during the hand-over')
      : stopped
  }
  await note(settings, found, letterId)
  settings.onCommit()
  if (!outcome.order || !isEnded(outcome.order)) return done
  log.warn({ orderNumber: outcome.order.number }, 'an order ended while its letter was handed over')
  return stopLetter(service, letterId)(signal)
}

function isEnded({ withdrawal, refunded, letter }: Order): boolean {
  return withdrawal === 'withdrawn' || refunded || letter === 'failed'
}

/** Returns the last hand-over of an order's letter that is noted in the journal. */
async function findNoted(journal: Pick<IssuedJournal, 'find'>, orderId: string): Promise<Issued | undefined> {
  return (await journal.find(`letter:${orderId}:2`)) ?? journal.find(`letter:${orderId}`)
}

async function note(
  { journal, now }: LetterSettings,
  found: Pick<FoundOrder, 'order' | 'events'>,
  letterId: string,
): Promise<void> {
  const { id } = found.order
  const key = handOverOf(found) === 1 ? (`letter:${id}` as const) : (`letter:${id}:2` as const)
  await journal.note(key, { value: letterId, at: now() })
}

/**
 * Returns which hand-over of the letter is next, 1 or 2. A letter is recalled because of a declaration of withdrawal,
 * of which an order has at most one.
 */
function handOverOf({ events }: Pick<FoundOrder, 'events'>): number {
  const declaredAt = events.findIndex(({ type }) => type === 'withdrawal_declared')
  const submittedAt = events.findIndex(({ type }) => type === 'submitted')
  return submittedAt >= 0 && submittedAt < declaredAt ? 2 : 1
}

/** Returns the version of the order's values, counted from 1. */
function versionOf({ events }: Pick<FoundOrder, 'events'>): number {
  return 1 + events.filter(({ type }) => type === 'amended').length
}
