import { objectionPeriod } from '#domain/orders/decide-withdrawal.ts'
import { type EmailDraft, button, facts, heading, link, text } from '#service/emails/template/email-draft.ts'
import { formatInstant } from '#service/emails/template/format-values.ts'
import type { WithdrawnOrder } from './withdrawn-order.ts'

interface DeclaredWithdrawal {
  order: WithdrawnOrder
  /** Times in ms since the epoch: arrival of this declaration, and start of the period for objections. */
  receivedAt: number
  declaredAt: number
  /** URLs of the pages on which the customer confirms the withdrawal or objects to it. */
  confirmUrl: string
  objectUrl: string
}

/**
 * Returns the e-mail that asks the customer to confirm a declared withdrawal or to object to it. It contains no text of
 * the person who declared the withdrawal, who may be somebody else.
 */
export function declaredEmail(declared: DeclaredWithdrawal): EmailDraft {
  const { order, receivedAt, declaredAt, confirmUrl, objectUrl } = declared
  return {
    subject: `Widerruf zu Ihrem Auftrag ${order.number}: Bitte bestätigen oder widersprechen`,
    title: 'Haben Sie Ihren Auftrag widerrufen?',
    blocks: [
      text('Guten Tag,'),
      text('zu Ihrem Auftrag ist bei uns ein Widerruf eingegangen. Der Auftrag ruht seitdem.'),
      facts(
        ['Auftragsnummer', order.number],
        ['Leistung', order.product],
        ['Eingegangen am', formatInstant(receivedAt)],
      ),
      heading('Sie haben widerrufen?'),
      text('Bestätigen Sie es bitte hier, dann ist der Auftrag sofort widerrufen.'),
      button('Widerruf bestätigen', confirmUrl),
      heading('Sie haben nicht widerrufen oder möchten den Auftrag behalten?'),
      text('Widersprechen Sie bitte hier, dann läuft er weiter.'),
      button('Dem Widerruf widersprechen', objectUrl),
      text(
        'Jeder Link öffnet eine Seite, auf der Sie Ihre Entscheidung noch mit einer Schaltfläche abschließen.',
      ),
      text(
        `Ohne Ihren Widerspruch gilt der Auftrag ab ${formatInstant(declaredAt + objectionPeriod)} als widerrufen. Eine Zahlung erstatten wir dann spätestens 14 Tage nach dem Eingang des Widerrufs über das ursprüngliche Zahlungsmittel.`,
      ),
      ...(order.statusUrl === undefined ? [] : [link('Auftrag ansehen', order.statusUrl)]),
    ],
  }
}
