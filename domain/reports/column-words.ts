import { conversionStates } from '#domain/conversions/conversion.ts'
import type { CsvCell } from './csv.ts'
import { definitions } from './definitions.ts'
import { receiverNames } from './words.ts'

/** German words for the values of columns, by column and value of the API. */
export const columnWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  change: { added: 'kam dazu', removed: 'fiel weg' },
  conversionState: Object.fromEntries(
    conversionStates.map((state) => [state, definitions[`${state}Conversions`].name]),
  ),
  experimentState: { planned: 'geplant', running: 'läuft', ended: 'beendet' },
  verdict: { better: 'besser', worse: 'schlechter', open: 'offen' },
  dayOf: { start: 'Tag des Beginns', order: 'Tag der Bestellung' },
  kind: {
    note: 'Notiz',
    deploy: 'Deployment',
    release: 'Version des Dienstes',
    receiver_stopped: 'Empfänger angehalten',
    receiver_resumed: 'Empfänger läuft wieder',
    funnel_version: 'Version des Antrags',
    campaign_begun: 'Kampagne: erster Kontakt',
    campaign_ended: 'Kampagne: letzter Kontakt',
    alert_opened: 'Störung beginnt',
    alert_closed: 'Störung ist vorbei',
    rejected: 'Ereignisse abgewiesen',
    message: 'Fehlermeldung',
    loss: 'Verlust in einem Schritt',
    tracking: 'Ereignisse fehlen',
    delivery: 'Nachrichten nicht zugestellt',
    runs: 'Weniger Anträge',
    orders: 'Weniger Bestellungen',
  },
  period: { asked: 'gewählt', before: 'davor' },
  record: {
    row: 'Zeile',
    total: 'Summe',
    unmatched: definitions.unmatchedCents.name,
    day: 'Tag',
    browser: 'Browser',
    rejection: 'Abweisung',
    stage: 'Stufe',
    outcome: 'Ergebnis',
    invalid: 'Fehlermeldung',
    step: 'Schritt',
    lastField: 'Zuletzt benutztes Feld',
    field: 'Feld',
    funnel: 'Antragsart',
    variant: 'Variante',
    plan: 'Bedarf eines weiteren Versuchs',
    sinceContact: 'Zeit vom ersten Kontakt',
    sinceStart: 'Zeit vom Beginn',
  },
}

/** Returns the subject of an annotation: the kind of an alert, a receiver, a version or a campaign. */
export function subjectName(subject: string, kind: CsvCell): string {
  if (typeof kind !== 'string') return subject
  if (kind.startsWith('alert_')) return columnWords['kind']?.[subject] ?? subject
  return kind.startsWith('receiver_') ? (receiverNames[subject] ?? subject) : subject
}
