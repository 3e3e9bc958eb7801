import { type EmailDraft, button, facts, heading, link, text } from '#service/emails/template/email-draft.ts'
import { formatInstant } from '#service/emails/template/format-values.ts'
import type { WithdrawnOrder } from './withdrawn-order.ts'

interface ReviewedWithdrawal {
  order: WithdrawnOrder
  /** Time at which the declaration was received, in ms since the epoch. */
  receivedAt: number
  /** URL of the page on which the customer objects to the withdrawal. */
  objectUrl: string
}

/**
 * Returns the e-mail about a declared withdrawal that only an operator decides (see `needsDecision`). It asks for no
 * confirmation and names no date, because neither makes the withdrawal final. It contains no text of the person who
 * declared the withdrawal, who may be somebody else.
 */
export function reviewedEmail({ order, receivedAt, objectUrl }: ReviewedWithdrawal): EmailDraft {
  return {
    subject: `Widerruf zu Ihrem Auftrag ${order.number}: Wir prüfen ihn`,
    title: 'Wir prüfen Ihren Widerruf',
    blocks: [
      text('Guten Tag,'),
      text(
        'zu Ihrem Auftrag ist bei uns ein Widerruf eingegangen. Wir prüfen Ihren Widerruf und schreiben Ihnen. Was sich noch anhalten lässt, ruht bis dahin.',
      ),
      facts(
        ['Auftragsnummer', order.number],
        ['Leistung', order.product],
        ['Eingegangen am', formatInstant(receivedAt)],
      ),
      heading('Sie haben nicht widerrufen oder möchten den Auftrag behalten?'),
      text('Widersprechen Sie bitte hier, dann prüfen wir nicht weiter und der Auftrag bleibt bestehen.'),
      button('Dem Widerruf widersprechen', objectUrl),
      text(
        'Der Link öffnet eine Seite, auf der Sie Ihre Entscheidung noch mit einer Schaltfläche abschließen.',
      ),
      ...(order.statusUrl === undefined ? [] : [link('Auftrag ansehen', order.statusUrl)]),
    ],
  }
}
