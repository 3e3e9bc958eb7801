import { objectionPeriod } from '#domain/orders/decide-order.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { type AnswerLinks, linkLifetime } from '#service/withdrawals/answer-links.ts'
import type { DecidedBy, Email } from '#service/outbox/destinations/mail/email-content.ts'
import { when } from './emails.ts'

// E-mails about the withdrawal of an order, to the address of the order and to the operator. They contain no text
// written by the person who declared the withdrawal.

interface DeclaredOrder {
  order: Order
  /** Random id of the customer's declaration of withdrawal. */
  statement: string
  /** When the declaration arrived, in ms since the epoch. */
  receivedAt: number
}

/** Returns the e-mail that asks the customer to confirm a declared withdrawal or to object to it. */
export function declaredEmail(
  { order, statement, receivedAt }: DeclaredOrder,
  { to, links }: { to: string; links: AnswerLinks },
): Email {
  const declaredAt = order.declaredAt ?? receivedAt
  const linkFor = (answer: 'confirmation' | 'objection') =>
    links.link({ orderId: order.id, statement, answer, expiresAt: declaredAt + linkLifetime })
  const deadline = when.format(declaredAt + objectionPeriod)
  return {
    to,
    subject: `Widerruf zu Ihrem Auftrag ${order.number}: Bitte bestätigen oder widersprechen`,
    text: [
      'Guten Tag,',
      `am ${when.format(receivedAt)} ist bei uns ein Widerruf zu Ihrem Auftrag ${order.number} (${productOf(order)}) eingegangen. Der Auftrag ruht seitdem.`,
      `Sie haben widerrufen? Bestätigen Sie es bitte hier, dann ist der Auftrag sofort widerrufen:\n${linkFor('confirmation')}`,
      `Sie haben nicht widerrufen oder möchten den Auftrag behalten? Widersprechen Sie bitte hier, dann läuft er weiter:\n${linkFor('objection')}`,
      'Jeder Link öffnet eine Seite, auf der Sie Ihre Entscheidung noch mit einer Schaltfläche abschließen.',
      `Ohne Ihren Widerspruch gilt der Auftrag ab ${deadline} als widerrufen. Eine Zahlung erstatten wir dann spätestens 14 Tage nach dem Eingang des Widerrufs über das ursprüngliche Zahlungsmittel.`,
      signature,
    ].join('\n\n'),
  }
}

/** Returns the e-mail that informs the customer that the order is withdrawn. */
export function withdrawnEmail(order: Order, to: string): Email {
  return {
    to,
    subject: `Ihr Auftrag ${order.number} ist widerrufen`,
    text: [
      'Guten Tag,',
      `Ihr Auftrag ${order.number} (${productOf(order)}) ist widerrufen. Wir führen ihn nicht weiter aus.`,
      'Haben Sie schon bezahlt, erstatten wir den Betrag spätestens 14 Tage nach dem Eingang des Widerrufs über das ursprüngliche Zahlungsmittel.',
      'Haben Sie den Widerruf nicht erklärt, schreiben Sie uns bitte.',
      signature,
    ].join('\n\n'),
  }
}

const decisions: Record<DecidedBy, string> = {
  confirmation:
    'Der Kunde hat den Widerruf über den Link in der E-Mail bestätigt. Der Auftrag ist widerrufen.',
  objection:
    'Der Kunde hat dem Widerruf über den Link in der E-Mail widersprochen. Der Auftrag läuft weiter.',
  deadline: 'Drei Tage lang hat niemand dem Widerruf widersprochen. Der Auftrag ist widerrufen.',
}

/** Returns the e-mail that informs the operator how a declared withdrawal was decided. */
export function decidedEmail(order: Order, decidedBy: DecidedBy, to: string): Email {
  const refund =
    order.status === 'withdrawn' && order.paymentId !== null
      ? `\nZu erstatten ist die Zahlung ${order.paymentId}.`
      : ''
  return {
    to,
    subject: `Widerruf entschieden: Auftrag ${order.number}`,
    text: `Auftrag: ${order.number}\n\n${decisions[decidedBy]}${refund}\n`,
  }
}

const signature = 'Ihr Formlotse-Team\n'

function productOf({ funnel }: Order): string {
  return funnelByType(funnel)?.product ?? funnel
}
