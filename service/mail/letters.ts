import { type SupportRequest, type Withdrawal, concerns } from '#domain/contact-contract.ts'
import type { WithdrawalOutcome } from '#service/withdrawals/record-withdrawal.ts'
import type { Mail } from './mailer.ts'

// What our letters say. The parts that visitors wrote stand below a line of their own, as they wrote them.

export type Letter = Omit<Mail, 'id'>

/** What waits in the outbox: a letter, or a declaration that has yet to find its order. */
export type Owed = { letter: Letter } | { withdrawal: Withdrawal; receivedAt: number }

/** Whose addresses it carries. */
export function peopleOf(owed: Owed): string[] {
  if ('withdrawal' in owed) return [owed.withdrawal.email]
  const { to, replyTo } = owed.letter
  return replyTo ? [to, replyTo.address] : [to]
}

/** As it is told to the person it is about. */
export function describeOwed(owed: Owed | undefined): string {
  if (owed === undefined) return ''
  if ('withdrawal' in owed) return contentOf(owed.withdrawal)
  return `Betreff: ${owed.letter.subject}\n\n${owed.letter.text}`
}

const when = new Intl.DateTimeFormat('de-DE', {
  dateStyle: 'full',
  timeStyle: 'long',
  timeZone: 'Europe/Berlin',
})

export function supportLetter({ name, email, anliegen, message }: SupportRequest, to: string): Letter {
  const concern = concerns.find(({ value }) => value === anliegen)!.label
  return {
    to,
    replyTo: { name, address: email },
    subject: `Support-Anfrage: ${concern}`,
    text: `Name: ${name}\nE-Mail: ${email}\nAnliegen: ${concern}\n\n${message}\n`,
  }
}

/** What § 356a Abs. 4 BGB asks for: the content of the declaration, and day and time of its receipt. */
export function receiptLetter(statement: Withdrawal, receivedAt: number): Letter {
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
  recorded: 'Der Auftrag wurde gefunden und als widerrufen vermerkt. Bitte Zahlung und Ausführung prüfen.',
  'recorded-before': 'Der Auftrag war schon als widerrufen vermerkt.',
  late: 'Ein Auftrag passt, die Frist von 14 Tagen war aber vorbei. Nichts wurde vermerkt: bitte prüfen.',
  unclear: 'Kein Auftrag passt eindeutig zu den Angaben. Nichts wurde vermerkt: bitte von Hand zuordnen.',
}

export interface RecordedWithdrawal {
  statement: Withdrawal
  receivedAt: number
  outcome: WithdrawalOutcome
}

/** For whoever takes care of it. */
export function withdrawalLetter({ statement, receivedAt, outcome }: RecordedWithdrawal, to: string): Letter {
  return {
    to,
    replyTo: { name: statement.name, address: statement.email },
    subject: 'Widerruf eingegangen',
    text: `Eingang: ${when.format(receivedAt)}\n\n${contentOf(statement)}\n\n${outcomes[outcome]}\n`,
  }
}

function contentOf({ name, email, orderNumber, details }: Withdrawal): string {
  const lines = [
    '„Hiermit widerrufe ich den von mir abgeschlossenen Vertrag über die Vorbereitung und Weiterleitung eines Antrags zum Rundfunkbeitrag.',
    `Name: ${name}`,
    `E-Mail: ${email}`,
    orderNumber && `Auftragsnummer: ${orderNumber}`,
    details && `Weitere Angaben: ${details}`,
  ]
  return `${lines.filter(Boolean).join('\n')}“`
}
