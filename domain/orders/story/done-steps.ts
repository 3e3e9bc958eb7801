import { postedAt } from '#domain/orders/posted-at.ts'
import type { StoredEvent, StoredEventOf } from '#domain/events/stored-event.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { needsDecision } from '#domain/orders/needs-decision.ts'
import type { StoryStep } from './story-steps.ts'

type Words = [title: string, text: string]

const declined: Record<StoredEventOf<'withdrawal_declined'>['data']['reason'], string> = {
  late: 'Die Widerrufsfrist war abgelaufen. Der Auftrag bleibt bestehen.',
  performed: 'Der Brief war bei Ihrer Erklärung schon verschickt. Der Auftrag bleibt bestehen.',
  business: 'Das Widerrufsrecht gilt nur für Verbraucher. Der Auftrag bleibt bestehen.',
}

/** Returns the steps that have happened, by time. Amendments without another step between them are one step. */
export function doneSteps(order: Order, events: readonly StoredEvent[]): StoryStep[] {
  const steps: StoryStep[] = []
  let amended = 0
  for (const event of events) {
    const words = wordsFor(order, event)
    if (!words) continue
    amended = event.type === 'amended' ? amended + 1 : 0
    if (amended > 1) steps.pop()
    const [title, text] = amended > 1 ? amendments(amended) : words
    steps.push({ state: 'done', title, text, at: timeOf(event) })
  }
  return steps.toSorted((a, b) => a.at! - b.at!)
}

function timeOf(event: StoredEvent): number {
  if (event.type === 'complete') return event.at
  if (event.type === 'sent') return postedAt(event)
  return 'declaredAt' in event.data ? (event.data.declaredAt ?? event.receivedAt) : event.receivedAt
}

const amendments = (count: number): Words => [
  'Angaben geändert',
  `Sie haben Ihre Angaben ${count}-mal geändert. Es gelten die letzten.`,
]

function wordsFor(order: Order, event: StoredEvent): Words | undefined {
  switch (event.type) {
    case 'complete':
      return ['Auftrag erteilt', 'Ihr Auftrag ist bei uns eingegangen.']
    case 'paid':
      return ['Bezahlt', 'Ihre Zahlung ist bestätigt.']
    case 'amended':
      return ['Angaben geändert', 'Ihre neuen Angaben sind gespeichert.']
    case 'submitted':
      return ['Brief übergeben', 'Ihr Antrag wurde zum Druck und Versand übergeben.']
    case 'sent':
      return ['Brief verschickt', 'Ihr Antrag ist per Post an den Beitragsservice unterwegs.']
    case 'failed':
      return ['Versand gescheitert', 'Der Brief konnte nicht verschickt oder zugestellt werden.']
    case 'withdrawal_declared':
      return ['Widerruf eingegangen', declaredText(order)]
    case 'withdrawal_revoked':
      return event.data.by === 'objection'
        ? ['Widerruf zurückgenommen', 'Sie haben dem Widerruf widersprochen. Der Auftrag bleibt bestehen.']
        : ['Widerruf zurückgenommen', 'Der Auftrag bleibt bestehen.']
    case 'withdrawal_declined':
      return ['Widerruf abgelehnt', declined[event.data.reason]]
    case 'withdrawn':
      return ['Widerrufen', 'Der Vertrag ist beendet.']
    case 'refunded':
      return ['Geld zurückgegangen', 'Der Betrag ist an Sie zurückgegangen.']
    case 'erased':
      return ['Angaben gelöscht', 'Ihre Angaben zu diesem Auftrag sind gelöscht.']
    default:
      return undefined
  }
}

function declaredText(order: Order): string {
  return order.withdrawal === 'declared' && !needsDecision(order)
    ? 'Bis darüber entschieden ist, ruht der Auftrag.'
    : 'Die Erklärung ist bei uns eingegangen.'
}
