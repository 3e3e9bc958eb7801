import { type SupportRequest, type Withdrawal, concerns } from '#domain/site/contact-contract.ts'
import { defuseLinks } from '#domain/site/defuse-links.ts'
import type { WithdrawalOutcome } from '#service/withdrawals/record-withdrawal.ts'
import type { Email, EmailContent } from '#service/outbox/destinations/mail/email-content.ts'

// Texts of our e-mails. They quote the text of a visitor on separate lines. Links in the quoted text are changed (see
// `defuseLinks`), and `maxLengths` limits its length.

/**
 * A declaration of withdrawal that is not yet recorded. `secretHash` is the hash of the run's secret, if the browser
 * sent the secret with the declaration.
 */
export interface DeclarationContent {
  withdrawal: Withdrawal
  receivedAt: number
  secretHash?: string | undefined
}

/**
 * Returns the e-mail addresses in a message. A decision notice contains none: the customer's address is read when the
 * notice is sent.
 */
export function peopleOf(content: EmailContent | DeclarationContent): string[] {
  if ('withdrawal' in content) return [content.withdrawal.email]
  if ('decision' in content) return []
  const { to, replyTo } = content.email
  return replyTo ? [to, replyTo.address] : [to]
}

/** Returns the text of a message for the export to the person concerned. */
export function describeContent(content: EmailContent | DeclarationContent): string {
  if ('withdrawal' in content) return contentOf(content.withdrawal)
  if ('decision' in content) return ''
  return `Betreff: ${content.email.subject}\n\n${content.email.text}`
}

export const when = new Intl.DateTimeFormat('de-DE', {
  dateStyle: 'full',
  timeStyle: 'long',
  timeZone: 'Europe/Berlin',
})

export function supportEmail({ name, email, anliegen, message }: SupportRequest, to: string): Email {
  const concern = concerns.find(({ value }) => value === anliegen)!.label
  return {
    to,
    replyTo: { name, address: email },
    subject: `Support-Anfrage: ${concern}`,
    text: `Name: ${defuseLinks(name)}\nE-Mail: ${defuseLinks(email)}\nAnliegen: ${concern}\n\n${defuseLinks(message)}\n`,
  }
}

/**
 * Returns the e-mail that confirms the receipt of a declaration. As required by § 356a Abs. 4 BGB, it contains the
 * declaration with its date and time.
 */
export function receiptEmail(statement: Withdrawal, receivedAt: number): Email {
  return {
    to: statement.email,
    subject: 'Eingangsbestätigung: Ihr Widerruf',
    text: [
      'Guten Tag,',
      `Ihre Widerrufserklärung ist am ${when.format(receivedAt)} bei uns eingegangen. Sie lautet:`,
      contentOf(statement),
      'Diese Nachricht bestätigt den Eingang Ihrer Erklärung. Wir prüfen sie und melden uns bei Ihnen. Zahlungen, die wir nach einem wirksamen Widerruf zu erstatten haben, erhalten Sie spätestens 14 Tage nach dem Eingang über das ursprüngliche Zahlungsmittel zurück.',
      'Bitte bewahren Sie diese Nachricht auf. Haben Sie den Widerruf nicht selbst erklärt, schreiben Sie uns bitte.',
      'Ihr Formlotse-Team\n',
    ].join('\n\n'),
  }
}

const outcomes: Record<WithdrawalOutcome, string> = {
  declared:
    'Der Auftrag wurde gefunden und ruht. An seine E-Mail-Adresse ging die Bitte, den Widerruf zu bestätigen oder ihm zu widersprechen. Geschieht in drei Tagen nichts, gilt er als widerrufen. Selbst entscheiden: npm run orders -- withdraw|revoke <Nummer>',
  withdrawn:
    'Die Erklärung kam mit dem Schlüssel des Auftrags: Er ist widerrufen. Bitte Zahlung und Ausführung prüfen.',
  'declared-before': 'Für den Auftrag ist schon ein Widerruf erklärt, er ruht bereits.',
  'objected-before':
    'Der Auftrag läuft weiter: Einem früheren Widerruf wurde widersprochen, deshalb hält dieser ihn nicht an. Bitte prüfen und entscheiden: npm run orders -- withdraw <Nummer>',
  'withdrawn-before': 'Der Auftrag war schon widerrufen.',
  late: 'Ein Auftrag passt, die Frist von 14 Tagen war aber vorbei. Nichts wurde vermerkt: bitte prüfen.',
  unclear: 'Kein Auftrag passt eindeutig zu den Angaben. Nichts wurde vermerkt: bitte von Hand zuordnen.',
}

interface SettledDeclaration {
  statement: Withdrawal
  receivedAt: number
  outcome: WithdrawalOutcome
  /** Number of the order that the declaration is about; undefined if no order could be identified. */
  orderNumber: string | undefined
}

/** Returns the e-mail that informs the operator of a declaration. */
export function declarationEmail(declaration: SettledDeclaration, to: string): Email {
  const { statement, receivedAt, outcome, orderNumber } = declaration
  const found = orderNumber === undefined ? '' : `Auftrag: ${orderNumber}\n`
  return {
    to,
    replyTo: { name: statement.name, address: statement.email },
    subject: 'Widerruf eingegangen',
    text: `Eingang: ${when.format(receivedAt)}\n\n${contentOf(statement)}\n\n${found}${outcomes[outcome]}\n`,
  }
}

function contentOf({ name, email, orderNumber, details }: Withdrawal): string {
  const lines = [
    '„Hiermit widerrufe ich den von mir abgeschlossenen Vertrag über die Vorbereitung und Weiterleitung eines Antrags zum Rundfunkbeitrag.',
    `Name: ${defuseLinks(name)}`,
    `E-Mail: ${defuseLinks(email)}`,
    orderNumber && `Auftragsnummer: ${defuseLinks(orderNumber)}`,
    details && `Weitere Angaben: ${defuseLinks(details)}`,
  ]
  return `${lines.filter(Boolean).join('\n')}“`
}
