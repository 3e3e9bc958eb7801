import type { DeliveryReport } from '#domain/reports/deliveries/shape.ts'

type Attempt = Pick<DeliveryReport['log'][number], 'httpStatus' | 'error'>

/** German texts for codes of failures without a response. */
const codes: Readonly<Record<string, string>> = {
  timeout: 'keine Antwort innerhalb der Frist',
  ECONNREFUSED: 'Verbindung abgelehnt',
  ECONNRESET: 'Verbindung vom Empfänger abgebrochen',
  ENOTFOUND: 'Adresse des Empfängers nicht gefunden',
  EAI_AGAIN: 'Adresse des Empfängers gerade nicht auflösbar',
  ETIMEDOUT: 'Empfänger nicht erreichbar',
  EHOSTUNREACH: 'Empfänger nicht erreichbar',
  ENETUNREACH: 'Netz nicht erreichbar',
  EPIPE: 'Verbindung vom Empfänger abgebrochen',
  UND_ERR_SOCKET: 'Verbindung vom Empfänger abgebrochen',
}

/** Returns what came of an attempt, such as `Antwort 503` or `Verbindung abgelehnt`. */
export function attemptWords({ httpStatus, error }: Attempt): string {
  const answer = httpStatus === null ? [] : [`Antwort ${httpStatus}`]
  // The code of a response repeats its status.
  const reason = error === null || /^status \d+$/.test(error) ? [] : [reasonWords(error)]
  return [...answer, ...reason].join(', ') || 'angenommen'
}

function reasonWords(error: string): string {
  if (error.startsWith('not sent: ')) return 'nicht gesendet, weil die Nachricht nicht erstellt werden konnte'
  if (error.startsWith('sent without the files')) return 'ohne Dateien gesendet, die nicht mehr lesbar sind'
  if (/certificate|CERT|SSL|TLS/.test(error)) return 'Zertifikat des Empfängers ungültig'
  return codes[error] ?? `nicht gesendet (Fehler ${error})`
}
