import type { Withdrawal } from '#domain/site/contact-contract.ts'
import { type EmailDraft, quote, text } from '#service/emails/template/email-draft.ts'
import { formatInstant } from '#service/emails/template/format-values.ts'
import { declarationText } from './declaration-text.ts'

/**
 * Returns the e-mail that confirms the receipt of a declaration. As required by § 356a Abs. 4 BGB, it contains the
 * declaration with its date and time.
 */
export function receiptEmail(statement: Withdrawal, receivedAt: number): EmailDraft {
  return {
    subject: 'Eingangsbestätigung: Ihr Widerruf',
    title: 'Ihr Widerruf ist eingegangen',
    blocks: [
      text('Guten Tag,'),
      text(`Ihre Widerrufserklärung ist am ${formatInstant(receivedAt)} bei uns eingegangen. Sie lautet:`),
      quote(declarationText(statement)),
      text(
        'Diese Nachricht bestätigt den Eingang Ihrer Erklärung. Wir prüfen sie und melden uns bei Ihnen. Zahlungen, die wir nach einem wirksamen Widerruf zu erstatten haben, erhalten Sie spätestens 14 Tage nach dem Eingang über das ursprüngliche Zahlungsmittel zurück.',
      ),
      text(
        'Bitte bewahren Sie diese Nachricht auf. Haben Sie den Widerruf nicht selbst erklärt, schreiben Sie uns bitte.',
      ),
    ],
  }
}
