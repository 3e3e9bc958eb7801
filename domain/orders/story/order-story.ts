import type { StoredEvent } from '#domain/events/stored-event.ts'
import { type RetentionPeriod, endOfPeriod } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import { changeUntil } from '#domain/orders/amendment.ts'
import { objectionPeriod } from '#domain/orders/decide-withdrawal.ts'
import { doneSteps } from './done-steps.ts'
import type { Order, ShownStatus } from '#domain/orders/evolve-order.ts'
import { needsDecision } from '#domain/orders/needs-decision.ts'
import { type StoryFacts, type StoryStep, currentSteps } from './story-steps.ts'

/** What has happened with an order and what comes next, in words for the customer. */
export interface OrderStory {
  status: ShownStatus
  /** Headline and one or two sentences about the current state. */
  title: string
  text: string
  /** What has happened, then what happens now, then what comes next. */
  steps: StoryStep[]
}

interface StorySettings {
  unpaid: RetentionPeriod
  /** Time in ms between the payment and the letter, in which the customer can change the values. */
  submitAfterMs: number
  /** ms since the epoch */
  now: number
}

/** Returns the story of an order from its folded state and its events. */
export function orderStory(
  order: Order,
  events: readonly StoredEvent[],
  { unpaid, submitAfterMs, now }: StorySettings,
): OrderStory {
  const status = shownStatus(order, unpaid, now)
  const isPaid = order.paidAt !== null
  const until = changeUntil(order, submitAfterMs)
  const canChange = until !== undefined && now < until
  const decision = decisionOf(order)
  const facts = {
    submitAfterMs,
    payUntil: endOfPeriod(order.orderedAt, unpaid),
    isPaid,
    changeUntil: until,
    canChange,
    decision,
  }
  const done = doneSteps(order, events)
  if (isErasedOpen(status, events)) return { status, ...erasedHeadline(isPaid), steps: done }
  return {
    status,
    ...headline(status, {
      canChange,
      isPaid,
      isPaidLate: order.paidAt !== null && order.paidAt >= facts.payUntil,
      isPosted: order.letter === 'sent',
      decision,
    }),
    steps: [...done, ...currentSteps(status, facts)],
  }
}

/** Statuses in which the service still has to do something that needs the customer's data. */
const open: ReadonlySet<ShownStatus> = new Set<ShownStatus>([
  'ordered',
  'paid',
  'submitted',
  'withdrawal_declared',
])

/** Returns whether the data of an order was erased before the order was finished. */
export function isErasedOpen(status: ShownStatus, events: readonly StoredEvent[]): boolean {
  return open.has(status) && events.some(({ type }) => type === 'erased')
}

function erasedHeadline(isPaid: boolean): { title: string; text: string } {
  const text = 'Wir können den Auftrag deshalb nicht weiter ausführen.'
  return {
    title: 'Ihre Angaben sind gelöscht',
    text: isPaid ? `${text} Zu Ihrer Zahlung schreiben Sie uns bitte.` : text,
  }
}

/** Returns who decides about the declared withdrawal; undefined if none is pending. */
function decisionOf(order: Order): StoryFacts['decision'] {
  if (order.withdrawal !== 'declared') return undefined
  return needsDecision(order)
    ? { by: 'operator' }
    : { by: 'customer', finalAt: order.declaredAt! + objectionPeriod }
}

interface HeadlineFacts {
  canChange: boolean
  isPaid: boolean
  /** True if the order was paid after it had expired. */
  isPaidLate: boolean
  /** True if the letter is posted. */
  isPosted: boolean
  decision: StoryFacts['decision']
}

function headline(
  status: ShownStatus,
  { canChange, isPaid, isPaidLate, isPosted, decision }: HeadlineFacts,
): { title: string; text: string } {
  switch (status) {
    case 'ordered':
      return {
        title: 'Ihr Auftrag wartet auf die Zahlung',
        text: 'Sobald Ihre Zahlung bestätigt ist, erhalten Sie Ihren ausgefüllten Antrag und die Rechnung per E-Mail.',
      }
    case 'expired':
      return {
        title: 'Ihr Auftrag ist abgelaufen',
        text: 'Er wurde nicht rechtzeitig bezahlt und wird nicht ausgeführt. Es ist nichts mehr zu bezahlen.',
      }
    case 'paid':
      // The data of an expired order may be erased. The letter cannot be made then, and an operator decides.
      if (isPaidLate)
        return {
          title: 'Ihre Zahlung kam nach dem Ablauf',
          text: 'Liegen Ihre Angaben noch vor, verschicken wir den Brief; sonst melden wir uns bei Ihnen.',
        }
      return {
        title: 'Ihr Auftrag ist bezahlt',
        text: canChange
          ? 'Ihr Antrag ist ausgefüllt. Sie können Ihre Angaben noch prüfen und ändern, bevor der Brief verschickt wird.'
          : 'Ihr Antrag ist ausgefüllt. Der Brief an den Beitragsservice wird jetzt vorbereitet.',
      }
    case 'submitted':
      return {
        title: 'Ihr Brief ist in Arbeit',
        text: 'Er ist zum Druck und Versand übergeben. Ihre Angaben können jetzt nicht mehr geändert werden.',
      }
    case 'sent':
      return {
        title: 'Ihr Brief ist verschickt',
        text: 'Ihr Antrag ist auf dem Postweg zum Beitragsservice. Bei uns müssen Sie nichts weiter tun.',
      }
    case 'failed':
      return {
        title: 'Ihr Brief konnte nicht verschickt werden',
        text: 'Das tut uns leid. Sie erhalten Ihr Geld zurück.',
      }
    case 'withdrawal_declared':
      return decision?.by === 'operator'
        ? {
            title: 'Wir prüfen Ihren Widerruf',
            text: `${isPosted ? 'Der Brief ist schon verschickt. ' : ''}Wir prüfen Ihren Widerruf und schreiben Ihnen.`,
          }
        : {
            title: 'Ihr Auftrag ruht',
            text: 'Uns liegt ein Widerruf vor. Ist er von Ihnen? Dann bestätigen Sie ihn bitte. Sonst widersprechen Sie, damit Ihr Auftrag weiterläuft.',
          }
    case 'withdrawn':
      return {
        title: 'Ihr Auftrag ist widerrufen',
        text: isPaid
          ? 'Der Vertrag ist beendet. Sie erhalten Ihr Geld zurück.'
          : 'Der Vertrag ist beendet. Es ist nichts zu bezahlen.',
      }
    case 'refunded':
      return { title: 'Ihr Geld ist zurückgegangen', text: 'Damit ist der Auftrag abgeschlossen.' }
  }
}
