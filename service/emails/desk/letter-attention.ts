import { type EmailDraft, button, facts, text } from '#service/emails/template/email-draft.ts'

/**
 * Returns the e-mail that asks operators to act at the letter service, for example because the balance is used up.
 * `reason` is the service's code. The e-mail contains no personal data.
 */
export function letterAttentionEmail(
  { orderNumber, reason }: { orderNumber: string; reason: string },
  deskUrl: string,
): EmailDraft {
  return {
    subject: `Brief zu Auftrag ${orderNumber} wartet beim Briefdienst`,
    title: 'Ein Brief wartet beim Briefdienst',
    blocks: [
      text('Guten Tag,'),
      text(
        'der Briefdienst verschickt einen Brief erst, wenn Sie dort etwas klären, zum Beispiel weil das Guthaben aufgebraucht ist.',
      ),
      facts(['Auftragsnummer', orderNumber], ['Meldung des Briefdienstes', reason]),
      button('Zu den Aufträgen', deskUrl),
    ],
  }
}
