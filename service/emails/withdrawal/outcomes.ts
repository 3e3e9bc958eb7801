import { type Block, type EmailDraft, button, facts, text } from '#service/emails/template/email-draft.ts'
import { formatDay } from '#service/emails/template/format-values.ts'
import type { WithdrawnOrder } from './withdrawn-order.ts'

// E-mails to the customer about the outcome of a withdrawal. They contain no text written by the person who declared it.

/** Returns the e-mail that informs the customer that the order is withdrawn. */
export function withdrawnEmail(order: WithdrawnOrder): EmailDraft {
  return {
    subject: `Ihr Auftrag ${order.number} ist widerrufen`,
    title: 'Ihr Auftrag ist widerrufen',
    blocks: [
      text('Guten Tag,'),
      text('dieser Auftrag ist widerrufen. Wir führen ihn nicht weiter aus.'),
      orderTable(order),
      text(
        'Haben Sie schon bezahlt, erstatten wir den Betrag spätestens 14 Tage nach dem Eingang des Widerrufs über das ursprüngliche Zahlungsmittel.',
      ),
      text('Haben Sie den Widerruf nicht erklärt, schreiben Sie uns bitte.'),
      ...statusButton(order),
    ],
  }
}

/** Returns the e-mail that informs the customer that a declared withdrawal was revoked and the order goes on. */
export function revokedEmail(order: WithdrawnOrder, by: 'objection' | 'operator'): EmailDraft {
  return {
    subject: `Ihr Auftrag ${order.number} läuft weiter`,
    title: 'Ihr Auftrag läuft weiter',
    blocks: [
      text('Guten Tag,'),
      text(
        by === 'objection'
          ? 'über den Link in unserer E-Mail wurde dem Widerruf zu diesem Auftrag widersprochen. Wir führen den Auftrag weiter aus.'
          : 'wir haben den Widerruf zu diesem Auftrag aufgehoben und führen den Auftrag weiter aus.',
      ),
      orderTable(order),
      text('Ist das nicht in Ihrem Sinne? Dann schreiben Sie uns bitte gleich.'),
      ...statusButton(order),
    ],
  }
}

type Refusal =
  | { reason: 'late'; lastDay: number }
  | { reason: 'performed'; sentAt: number }
  | { reason: 'business' }

/**
 * Returns the e-mail that informs the customer that a declared withdrawal was declined. `lastDay` is an instant of the
 * last day of the withdrawal period and `sentAt` the time at which the letter was posted, in ms since the epoch.
 */
export function declinedEmail(order: WithdrawnOrder, refusal: Refusal): EmailDraft {
  return {
    subject: `Ihr Widerruf zu Auftrag ${order.number} ist nicht wirksam`,
    title: 'Ihr Widerruf ist nicht wirksam',
    blocks: [
      text('Guten Tag,'),
      text('wir haben den Widerruf zu diesem Auftrag geprüft. Leider können wir ihn nicht annehmen.'),
      orderTable(order),
      text(whyOf(refusal)),
      text('Sehen Sie das anders? Dann schreiben Sie uns bitte. Wir prüfen es noch einmal.'),
      ...statusButton(order),
    ],
  }
}

function whyOf(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'late':
      return `Die Widerrufsfrist von 14 Tagen endete am ${formatDay(refusal.lastDay)}. Der Widerruf kam danach.`
    case 'performed':
      return `Ihr Antrag wurde am ${formatDay(refusal.sentAt)} abgesendet. Damit war unsere Leistung vollständig erbracht und das Widerrufsrecht erloschen, wie Sie es vor der Bestellung bestätigt haben (§ 356 Abs. 4 BGB).`
    case 'business':
      return 'Sie haben als Unternehmer bestellt (§ 14 BGB). Ein Widerrufsrecht haben nur Verbraucher (§ 355 BGB).'
  }
}

function orderTable({ number, product }: WithdrawnOrder): Block {
  return facts(['Auftragsnummer', number], ['Leistung', product])
}

function statusButton({ statusUrl }: WithdrawnOrder): Block[] {
  return statusUrl === undefined ? [] : [button('Auftrag ansehen', statusUrl)]
}
