import { type EmailDraft, facts, text } from '#service/emails/template/email-draft.ts'
import { formatMinute } from '#service/emails/template/format-values.ts'

interface ChangedAddress {
  orderNumber: string
  /** Time of the change, in ms since the epoch. */
  changedAt: number
}

/**
 * Returns the e-mail to the old address of an order. The old address may belong to a stranger, because the customer
 * mistyped it. The e-mail therefore contains neither the new address nor the link to the status page.
 */
export function addressChangedEmail({ orderNumber, changedAt }: ChangedAddress): EmailDraft {
  return {
    subject: `E-Mail-Adresse zu Auftrag ${orderNumber} geändert`,
    title: 'Die E-Mail-Adresse ist geändert',
    blocks: [
      text('Guten Tag,'),
      text('für diesen Auftrag wurde eine andere E-Mail-Adresse eingetragen.'),
      facts(['Auftragsnummer', orderNumber], ['Geändert am', formatMinute(changedAt)]),
      text('Alle weiteren Nachrichten gehen an die neue Adresse. An diese hier schreiben wir nicht mehr.'),
      text(
        'Haben Sie das nicht veranlasst, obwohl es Ihr Auftrag ist? Dann schreiben Sie uns bitte gleich und nennen Sie die Auftragsnummer.',
      ),
    ],
  }
}
