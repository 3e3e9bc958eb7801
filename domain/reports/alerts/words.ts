import { funnels } from '#domain/funnels/index.ts'
import type { MuteSubject, RecordedAlert } from '#domain/operations/alert.ts'
import { euro, germanInteger } from '#domain/numbers/german-number.ts'
import {
  dimensionNames,
  fieldLabel,
  fieldOf,
  funnelName,
  keyName,
  ruleName,
  stepTitle,
} from '#domain/reports/words.ts'
import { berlinDay, berlinHour } from '#domain/time/berlin-time.ts'
import type { Alert } from './shape.ts'

// German sentences about faults, for the page and for e-mails.

/** What a title names; annotations have no more than this. */
export type TitledAlert = Pick<RecordedAlert, 'kind' | 'step' | 'field' | 'rule' | 'funnels'>

/** Returns a short title without the time, such as `Feld „IBAN“: falsches Format`. */
export function alertTitle({ kind, step, field, rule, funnels: named }: TitledAlert): string {
  switch (kind) {
    case 'message':
      return `Feld „${labelOf(named, field ?? '')}“: ${ruleName(rule ?? '')}`
    case 'loss':
      return `Mehr Abbrüche in ${stepName(named, step)}`
    case 'rejected':
      return 'Ereignisse abgewiesen'
    case 'tracking':
      return 'Bestellungen ohne alle Ereignisse'
    case 'delivery':
      return `${sentTo(field).title} nicht zugestellt`
    case 'receiver_stopped':
      return `Empfänger der ${sentTo(field).title} angehalten`
    case 'runs':
      return 'Weniger Anträge als sonst'
    case 'orders':
      return 'Weniger Bestellungen als sonst'
  }
}

/** Returns when a fault was, such as `seit 21.11.2026, 9 Uhr` or `am 21.11.2026 von 9 bis 12 Uhr`. */
export function alertTime({ day, hour, lastAt }: Pick<RecordedAlert, 'day' | 'hour' | 'lastAt'>): string {
  const begin = `${germanDay(day)}, ${Number(hour)} Uhr`
  if (lastAt === null) return `seit ${begin}`
  // The last hour ends at the begin of the next one, which may belong to the next day.
  const last = Date.parse(lastAt) - 1
  const end = berlinHour(last) + 1
  if (berlinDay(last) === day) return `am ${germanDay(day)} von ${Number(hour)} bis ${end} Uhr`
  return `vom ${begin} bis ${germanDay(berlinDay(last))}, ${end} Uhr`
}

interface Sent {
  /** In a title, without an article. */
  title: string
  /** In a sentence after a number of them. */
  dative: string
}

const nachrichten: Sent = { title: 'Nachrichten', dative: 'Nachrichten an den Webhook' }

/** What is sent to each destination. */
const sent: Readonly<Record<string, Sent>> = {
  webhook: nachrichten,
  mail: { title: 'E-Mails', dative: 'E-Mails' },
  letters: { title: 'Briefe', dative: 'Briefen an den Versanddienst' },
  documents: { title: 'Dokumente', dative: 'Dokumenten' },
  withdrawals: { title: 'Widerrufe', dative: 'Widerrufserklärungen an das Protokoll' },
  support: { title: 'Anfragen', dative: 'Anfragen an das Protokoll' },
  conversions: { title: 'Conversions', dative: 'Conversions' },
  alerts: { title: 'Auffälligkeiten', dative: 'Auffälligkeiten an ihren Webhook' },
}

/** Returns what a destination gets. Earlier versions watched only the webhook and did not name it. */
export function sentTo(destination: string | null): Sent {
  return sent[destination ?? 'webhook'] ?? nachrichten
}

/** Returns what happened as one sentence. */
export function alertSentence(alert: Alert): string {
  const time = alertTime(alert)
  return `${time.charAt(0).toUpperCase()}${time.slice(1)}: ${eventOf(alert)}`
}

function eventOf(alert: Alert): string {
  const { kind, step, field, rule, funnels: named, faulty, watched, usualCount, slices } = alert
  const all = germanInteger(watched ?? 0)
  const some = germanInteger(faulty)
  const usual = usually(alert)
  const where = placeOf(named, step)
  switch (kind) {
    case 'message':
      return `Das Feld „${labelOf(named, field ?? '')}“ (${where}) wurde mit „${ruleName(rule ?? '')}“ bei ${some} von ${all} Anträgen${partOf(slices)} abgelehnt${usual}.`
    case 'loss':
      return `In ${where} gingen ${some} von ${all} Anträgen${partOf(slices)} verloren${usual}.`
    case 'rejected':
      return `Der Dienst hat ${some} von ${all} Ereignissen abgewiesen${usual}.${fieldsOf(alert)}`
    case 'tracking':
      return `Bei ${some} von ${all} Bestellungen fehlen Ereignisse davor${usual}.`
    case 'delivery':
      return `${some} von ${all} ${sentTo(field).dative} wurden nicht oder über eine Stunde zu spät zugestellt.`
    case 'receiver_stopped':
      return 'Der Empfänger hat gemeldet, dass es ihn nicht mehr gibt. Der Dienst sendet ihm nichts mehr, bis ihn jemand fortsetzt.'
    case 'runs':
    case 'orders': {
      const what = kind === 'runs' ? 'Anträge wurden begonnen' : 'Bestellungen gingen ein'
      return `Nur ${some} ${what}, sonst sind es in diesen Stunden etwa ${germanInteger(Math.round(usualCount ?? 0))}.`
    }
  }
}

/** Returns the estimated loss as a sentence; undefined for faults that lose no orders. */
export function lossSentence({ lostOrders, lostRevenueCents, closedAt }: Alert): string | undefined {
  if (lostOrders === null || lostRevenueCents === null) return undefined
  const orders = decimal(lostOrders)
  const what = `${orders} ${orders === '1' ? 'Bestellung' : 'Bestellungen'}, ${euro(lostRevenueCents)}`
  return `Geschätzter Verlust ${closedAt === null ? 'bisher' : 'insgesamt'}: ${what}.`
}

/** Returns what else is known, one sentence each: what began at the same time, and what the fault explains. */
export function furtherSentences(alert: Alert): string[] {
  const { release, funnelVersions, explains, apparentLosses } = alert
  const versions = funnelVersions.filter(({ isNew }) => isNew)
  return [
    ...(release === null
      ? []
      : [`An diesem Tag oder am Tag davor startete Version ${release} des Dienstes.`]),
    ...versions.map(
      ({ funnel, version }) => `Neu an diesem Tag: ${funnelName(funnel)} in Version ${version}.`,
    ),
    ...(explains.length === 0 ? [] : [`Erklärt auch: ${explains.map(explainedTitle).join('; ')}.`]),
    ...(apparentLosses.length === 0
      ? []
      : [
          `Nur scheinbar verloren, weil ihre Ereignisse abgewiesen wurden: ${apparentLosses
            .map(({ funnel, step, runs }) => `${germanInteger(runs)} in ${placeOf([funnel], step)}`)
            .join('; ')}.`,
        ]),
  ]
}

/** Returns the title of what is muted or explained, with its funnel if it has one. */
export function explainedTitle({ funnel, ...subject }: MuteSubject): string {
  const title = alertTitle({ ...subject, funnels: funnel === null ? [] : [funnel] })
  return funnel === null ? title : `${title} (${funnelName(funnel)})`
}

/** Returns the kind of faults as a German plural, for a mute of all of them. */
export const kindNames: Readonly<Record<RecordedAlert['kind'], string>> = {
  message: 'Meldungen an Feldern',
  loss: 'Abbrüche in Schritten',
  rejected: 'abgewiesene Ereignisse',
  tracking: 'Bestellungen ohne alle Ereignisse',
  delivery: 'nicht zugestellte Nachrichten',
  receiver_stopped: 'angehaltene Empfänger',
  runs: 'zu wenige Anträge',
  orders: 'zu wenige Bestellungen',
}

/** Returns the label of a field in the first of the funnels that has it; any funnel if none is named. */
function labelOf(named: readonly string[], field: string): string {
  const [name = ''] = field.split('.')
  const types = [...named, ...funnels.map(({ type }) => type)]
  const funnel = types.find((type) => fieldOf(type, name) !== undefined)
  return funnel === undefined ? field : fieldLabel(funnel, field)
}

function stepName(named: readonly string[], step: number | null): string {
  if (step === null) return 'einem Schritt'
  if (named.length !== 1) return `Schritt ${step}`
  const title = stepTitle(named[0]!, step)
  return title === `Schritt ${step}` ? title : `Schritt ${step} „${title}“`
}

function placeOf(named: readonly string[], step: number | null): string {
  const names = named.map(funnelName).join(', ')
  const where = step === null ? '' : stepName(named, step)
  return [names, where].filter((part) => part !== '').join(', ') || 'alle Antragsarten'
}

function usually({ faultyRate, usualRate }: Alert): string {
  if (faultyRate === null || usualRate === null) return ''
  return ` (${percent(faultyRate)}, sonst ${percent(usualRate)})`
}

function partOf(slices: Alert['slices']): string {
  if (slices.length === 0) return ''
  const parts = slices.map(({ dimension, value }) => `${dimensionNames[dimension]} ${keyName(value)}`)
  return `, nur bei ${parts.join(' und ')},`
}

function fieldsOf({ rejectedFields }: Alert): string {
  if (rejectedFields.length === 0) return ''
  return ` Unbekannt ${rejectedFields.length === 1 ? 'war das Feld' : 'waren die Felder'} ${rejectedFields.map((name) => `„${name}“`).join(', ')}.`
}

const germanDay = (day: string) => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

function decimal(value: number): string {
  return String(value).replace('.', ',')
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1).replace('.', ',')}\u{A0}%`
}
