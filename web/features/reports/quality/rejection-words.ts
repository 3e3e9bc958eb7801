import { ruleName } from '#domain/reports/words.ts'

const reasons: Record<string, string> = {
  unrecognized_keys: 'enthält Angaben, die es nicht gibt',
  invalid_type: 'fehlt oder ist von falscher Art',
  invalid_value: 'hat keinen der erlaubten Werte',
  invalid_union: 'ist keine bekannte Art von Ereignis',
  invalid_format: 'hat die falsche Form',
  invalid_key: 'hat einen falschen Namen',
  invalid_element: 'enthält etwas Falsches',
  too_small: 'ist zu kurz oder zu klein',
  too_big: 'ist zu lang oder zu groß',
  custom: 'hat eine Prüfung nicht bestanden',
  unknown_funnel: 'nennt eine unbekannte Antragsart',
  unknown_version: 'nennt eine unbekannte Version der Antragsart',
  wrong_step: 'passt nicht zum Schritt',
  wrong_shape: 'ist von falscher Art',
  unknown_form_field: 'ist kein Feld des Formulars',
  unknown_field: 'ist kein Feld des Formulars',
}

/** Returns the German text for a rejection code. The code comes from zod, from our own checks or from a form rule. */
export function rejectionReason(code: string): string {
  return reasons[code] ?? ruleName(code)
}

const types: Record<string, string> = {
  start: 'Start',
  step: 'Schritt',
  invalid: 'Fehlermeldung',
  email: 'E-Mail-Adresse',
  abandon: 'Abbruch',
  complete: 'Bestellung',
  paid: 'Zahlung',
  sent: 'Brief verschickt',
  failed: 'Brief gescheitert',
  withdrawal_declared: 'Widerruf erklärt',
  withdrawal_revoked: 'Widerruf aufgehoben',
  withdrawal_declined: 'Widerruf abgelehnt',
  withdrawn: 'Widerruf',
  refunded: 'Erstattung',
  erased: 'Löschung',
}

/** Returns the German name of an event type. A rejected event has the type null if its type could not be read. */
export const eventName = (type: string | null): string =>
  type === null ? 'nicht lesbar' : (types[type] ?? type)
