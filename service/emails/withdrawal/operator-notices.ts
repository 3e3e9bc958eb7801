import type { DeclarationCode } from '#domain/orders/decide-withdrawal.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { needsDecision } from '#domain/orders/needs-decision.ts'
import type { Withdrawal } from '#domain/site/contact-contract.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'
import {
  type Block,
  type EmailDraft,
  bullets,
  facts,
  quote,
  text,
} from '#service/emails/template/email-draft.ts'
import { formatDay, formatInstant } from '#service/emails/template/format-values.ts'
import { declarationText } from './declaration-text.ts'

const outcomes: Record<DeclarationCode | 'declared' | 'withdrawn' | 'unclear', string> = {
  declared:
    'Der Auftrag wurde gefunden und ruht. An seine E-Mail-Adresse ging die Bitte, den Widerruf zu bestätigen oder ihm zu widersprechen. Geschieht in drei Tagen nichts, gilt er als widerrufen. Selbst entscheiden: npm run orders -- withdraw|revoke <Nummer>',
  withdrawn:
    'Die Erklärung kam mit dem Schlüssel des Auftrags: Er ist widerrufen. Bitte Zahlung und Ausführung prüfen.',
  'declared-before': 'Für den Auftrag ist schon ein Widerruf erklärt, er ruht bereits.',
  'decided-before':
    'Der Auftrag läuft weiter: Einem früheren Widerruf wurde widersprochen oder er wurde abgelehnt, deshalb hält dieser ihn nicht an. Bitte prüfen und entscheiden: npm run orders -- withdraw <Nummer>',
  'withdrawn-before': 'Der Auftrag war schon widerrufen.',
  'refunded-before': 'Der Auftrag war schon erstattet. Es ist nichts mehr zu tun.',
  unclear: 'Kein Auftrag passt eindeutig zu den Angaben. Nichts wurde vermerkt: bitte von Hand zuordnen.',
}

interface SettledDeclaration {
  statement: Withdrawal
  /** ms since the epoch */
  receivedAt: number
  outcome: keyof typeof outcomes
  /** The order that the declaration is about; undefined if no order could be identified. */
  order: Pick<Order, 'number' | 'letter' | 'lateAfter' | 'isBusiness'> | undefined
}

/** Returns the e-mail that informs the operator of a declaration. */
export function declarationEmail(declaration: SettledDeclaration): EmailDraft {
  const { statement, receivedAt, outcome, order } = declaration
  const rows: [string, string][] = [['Eingang', formatInstant(receivedAt)]]
  if (order) rows.push(['Auftrag', order.number])
  const isOpen = outcome === 'declared' || outcome === 'declared-before'
  const blocks = order && isOpen && needsDecision(order) ? toDecide(order) : [text(outcomes[outcome])]
  return {
    replyTo: { name: statement.name, address: statement.email },
    subject: 'Widerruf eingegangen',
    title: 'Widerruf eingegangen',
    blocks: [facts(...rows), quote(declarationText(statement)), ...blocks],
  }
}

/** Returns what the operator has to decide, and why nothing else makes the withdrawal final. */
function toDecide(order: Pick<Order, 'letter' | 'lateAfter' | 'isBusiness'>): Block[] {
  const { letter, lateAfter, isBusiness } = order
  const reasons = [
    ...(letter === 'sent' ? ['Der Brief ist schon verschickt.'] : []),
    ...(lateAfter === null
      ? []
      : [`Die Erklärung kam nach der Widerrufsfrist, die am ${formatDay(startOfDay(lateAfter))} endete.`]),
    ...(isBusiness ? ['Der Auftrag ist von einem Unternehmen.'] : []),
  ]
  return [
    text(
      'Der Auftrag wurde gefunden. Über diesen Widerruf müssen Sie entscheiden, von selbst wird er nicht wirksam:',
    ),
    bullets(...reasons),
    text(
      'Was sich noch anhalten lässt, ruht. An die E-Mail-Adresse des Auftrags ging die Nachricht, dass wir den Widerruf prüfen. Entscheiden: npm run orders -- withdraw|revoke|decline <Nummer>',
    ),
  ]
}

const decisions = {
  confirmation:
    'Der Kunde hat den Widerruf über den Link in der E-Mail bestätigt. Der Auftrag ist widerrufen.',
  objection:
    'Der Kunde hat dem Widerruf über den Link in der E-Mail widersprochen. Der Auftrag läuft weiter.',
  deadline: 'Drei Tage lang hat niemand dem Widerruf widersprochen. Der Auftrag ist widerrufen.',
}

interface DecidedWithdrawal {
  orderNumber: string
  by: keyof typeof decisions
  /** Id of the payment to refund; null if none is due. */
  refundPaymentId: string | null
}

/** Returns the e-mail that informs the operator how a declared withdrawal was decided. */
export function decidedEmail({ orderNumber, by, refundPaymentId }: DecidedWithdrawal): EmailDraft {
  const refund = refundPaymentId === null ? [] : [text(`Zu erstatten ist die Zahlung ${refundPaymentId}.`)]
  return {
    subject: `Widerruf entschieden: Auftrag ${orderNumber}`,
    title: 'Widerruf entschieden',
    blocks: [facts(['Auftrag', orderNumber]), text(decisions[by]), ...refund],
  }
}
