import { type SupportRequest, concerns } from '#domain/site/contact-contract.ts'
import { supportHours, supportPromise } from '#domain/site/support-hours.ts'
import { defuseLinks } from '#domain/site/defuse-links.ts'
import { type EmailDraft, facts, quote, text } from '#service/emails/template/email-draft.ts'
import { formatMinute } from '#service/emails/template/format-values.ts'

/** Returns the e-mail with a visitor's message for the operator. */
export function supportEmail({
  name,
  email,
  anliegen,
  orderNumber,
  message,
}: Omit<SupportRequest, 'website'>): EmailDraft {
  const concern = concernOf(anliegen)
  return {
    replyTo: { name, address: email },
    subject: `Support-Anfrage: ${concern}`,
    title: 'Support-Anfrage',
    blocks: [
      facts(
        ['Name', defuseLinks(name)],
        ['E-Mail', defuseLinks(email)],
        ['Anliegen', concern],
        ...(orderNumber === '' ? [] : [['Auftragsnummer', defuseLinks(orderNumber)] as [string, string]]),
      ),
      quote(defuseLinks(message)),
    ],
  }
}

/**
 * Returns the e-mail that acknowledges a visitor's message. Anybody can enter any address, so the e-mail does not repeat
 * the message: it could be used to send a text to a stranger in our name.
 */
export function supportReceiptEmail(
  { anliegen }: Pick<SupportRequest, 'anliegen'>,
  receivedAt: number,
): EmailDraft {
  return {
    subject: 'Ihre Nachricht ist bei uns angekommen',
    title: 'Vielen Dank für Ihre Nachricht',
    blocks: [
      text('Guten Tag,'),
      text(`Ihre Nachricht ist bei uns angekommen. ${supportPromise} ${supportHours}`),
      facts(['Anliegen', concernOf(anliegen)], ['Eingegangen am', formatMinute(receivedAt)]),
      text(
        'Haben Sie uns nicht geschrieben? Dann hat jemand Ihre Adresse angegeben und Sie brauchen nichts zu tun.',
      ),
    ],
  }
}

/** Returns the German name of the topic of a support request. */
export function concernOf(anliegen: SupportRequest['anliegen']): string {
  return concerns.find(({ value }) => value === anliegen)!.label
}
