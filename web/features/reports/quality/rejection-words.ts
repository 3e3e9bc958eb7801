import { fieldLabel, fieldOf, ruleName, shortened } from '#domain/reports/words.ts'

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
  wrong_step: 'passt nicht zur Art des Ereignisses',
  wrong_shape: 'ist von falscher Art',
  unknown_form_field: 'ist kein Feld des Formulars',
  unknown_field: 'ist kein Feld des Formulars',
  repeated_field: 'kommt mehrfach vor',
  'text-changed': 'entspricht nicht den heutigen Texten',
  'run-too-long': 'gehört zu einem Antrag mit zu vielen Ereignissen',
}

/** Returns the German text for a rejection code. The code comes from zod, from our own checks or from a form rule. */
export function rejectionReason(code: string): string {
  return reasons[code] ?? ruleName(code)
}

/** Parts of an event, by their path without the positions in lists, as subjects of a sentence. */
const parts: Record<string, string> = {
  '': 'Das Ereignis',
  id: 'Die Kennung des Ereignisses',
  type: 'Die Art des Ereignisses',
  runId: 'Die Kennung des Antrags',
  funnel: 'Die Antragsart',
  funnelVersion: 'Die Version der Antragsart',
  step: 'Die Nummer des Schritts',
  occurredAt: 'Der Zeitpunkt des Ereignisses',
  form: 'Die Liste der Angaben',
  data: 'Der Inhalt des Ereignisses',
  'data.secretHash': 'Der Schlüssel des Antrags',
  'data.entry': 'Die Einstiegsseite',
  'data.referrer': 'Die verweisende Website',
  'data.variants': 'Die Liste der Varianten',
  'data.variants.experiment': 'Der Versuch einer Variante',
  'data.variants.variant': 'Der Name einer Variante',
  'data.seconds': 'Die Zeit im Schritt',
  'data.fields': 'Die Liste der Fehlermeldungen',
  'data.fields.field': 'Das Feld einer Fehlermeldung',
  'data.fields.rule': 'Die Regel einer Fehlermeldung',
  'data.fieldTimes': 'Die Liste der benutzten Felder',
  'data.fieldTimes.field': 'Der Name eines benutzten Felds',
  'data.fieldTimes.seconds': 'Die Zeit in einem Feld',
  'data.fieldTimes.edits': 'Die Zahl der Korrekturen eines Felds',
  'data.fieldTimes.empty': 'Die Angabe, ob ein Feld leer war,',
  'data.trigger': 'Der Auslöser des Abbruchs',
  'data.field': 'Das zuletzt benutzte Feld',
  'data.texts': 'Die Liste der bestätigten Texte',
}

interface RejectedPart {
  /** Subject of a sentence that `rejectionReason` completes. */
  text: string
  /** Name that the client sent, of a field that the form does not have. */
  name?: string
}

/** Names the part of an event that was rejected. `path` is the path of the issue, such as `data.fieldTimes.0.seconds`. */
export function rejectedPart({
  path,
  code,
  funnel,
}: {
  path: string
  code: string
  funnel: string | null
}): RejectedPart {
  if (code.startsWith('unknown_')) {
    const [, name] = /^(?:form|data\.fields|data\.fieldTimes|data\.field)\.(\D.*)$/.exec(path) ?? []
    if (name !== undefined) return { text: '', name }
    if (/^(form|data)\b/.test(path)) return { text: 'Eine Angabe' }
  }
  const [, field] = /^form\.(.+)$/.exec(path) ?? []
  if (field !== undefined)
    return {
      text:
        funnel !== null && fieldOf(funnel, field.split('.')[0]!)
          ? `„${shortened(fieldLabel(funnel, field))}“`
          : 'Eine Angabe',
    }
  return { text: partName(path) }
}

/** Returns the name of a part, or of the smallest known part that contains it. */
function partName(path: string): string {
  const names = path.split('.').filter((name) => !/^\d+$/.test(name))
  const known = names.map((_, index) => names.slice(0, names.length - index).join('.'))
  return parts[known.find((one) => parts[one] !== undefined) ?? '']!
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
