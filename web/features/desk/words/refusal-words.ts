/** Codes with which the service refuses a command or a file, and what an operator reads then. */
export const refusalWords: Record<string, string> = {
  'not-paid': 'Der Auftrag ist nicht bezahlt.',
  'not-submitted': 'Der Brief liegt nicht zum Versand bereit.',
  'not-due': 'Dafür ist es noch zu früh, oder es ist nichts zu erstatten.',
  'not-performed': 'Der Brief war noch nicht versendet, als der Widerruf einging.',
  'not-late': 'Der Widerruf kam innerhalb der Frist.',
  'not-business': 'Der Auftrag kam nicht von einem Unternehmen.',
  'wrong-amount': 'Erstattet wird nur der ganze Preis.',
  'wrong-day': 'Der Tag des Einwurfs liegt vor der Zahlung oder in der Zukunft.',
  'in-progress': 'Die Übergabe läuft bereits.',
  'unknown-message': 'Diese E-Mail gibt es nicht mehr, oder sie wurde bereits erneut gesendet.',
  erased: 'Die Daten des Auftrags sind gelöscht, es gibt keine Adresse mehr.',
  closed: 'Der Auftrag ist beendet.',
  missing: 'Mindestens ein Brief ist noch nicht erstellt.',
  'too-large': 'Die Briefe sind zusammen zu groß. Bitte wählen Sie weniger auf einmal.',
  'letter-service': 'Der Briefdienst druckt und versendet die Briefe.',
  'unknown-order': 'Diesen Auftrag gibt es nicht.',
  'handed-over': 'Der Brief ist bereits übergeben.',
  posted: 'Der Brief ist bereits versendet.',
  none: 'Es ist kein Widerruf erklärt.',
  revoked: 'Der Widerruf ist bereits zurückgenommen.',
  declined: 'Der Widerruf ist bereits abgelehnt.',
  ordered: 'Der Auftrag ist noch nicht bezahlt.',
  paid: 'Der Auftrag ist bezahlt, der Brief aber noch nicht übergeben.',
  submitted: 'Der Brief ist bereits übergeben.',
  sent: 'Der Brief ist bereits versendet.',
  failed: 'Der Brief ist bereits als gescheitert gemeldet.',
  withdrawal_declared: 'Erst ist über den erklärten Widerruf zu entscheiden.',
  'needs-decision': 'Über diesen Widerruf entscheiden Sie selbst.',
  withdrawn: 'Der Auftrag ist bereits widerrufen.',
  refunded: 'Der Preis ist bereits erstattet.',
  outdated: 'Der Auftrag hat sich gerade geändert. Bitte prüfen Sie ihn noch einmal.',
}

const fallback = 'Das ist im jetzigen Stand des Auftrags nicht möglich.'

/** Returns what a refusal means. */
export const refusalText = (code: string) =>
  Object.hasOwn(refusalWords, code) ? refusalWords[code]! : fallback

interface Failure extends Error {
  code?: string
  status?: number
  numbers?: readonly string[]
}

/** Returns what an operator reads when a request has failed. */
export function failureText({ status, code = '', numbers = [] }: Failure): string {
  switch (status) {
    case undefined:
      return 'Der Dienst ist nicht erreichbar. Bitte versuchen Sie es noch einmal.'
    case 401:
      return 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an.'
    case 404:
      return 'Das gibt es nicht oder nicht mehr.'
    case 409:
      return [refusalText(code), numbers.length > 0 && `Betroffen: ${numbers.join(', ')}.`]
        .filter(Boolean)
        .join(' ')
    case 429:
      return 'Zu viele Anfragen. Bitte warten Sie eine Minute.'
    case 503:
      return 'Der Dienst ist gerade beschäftigt. Bitte versuchen Sie es gleich noch einmal.'
    default:
      return status >= 500
        ? 'Der Dienst hat gerade eine Störung. Bitte versuchen Sie es in einer Minute noch einmal.'
        : 'Das hat nicht geklappt. Bitte prüfen Sie Ihre Eingabe.'
  }
}
