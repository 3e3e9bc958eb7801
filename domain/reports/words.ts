import { addressPartLabel } from '#domain/forms/address-parts.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { Channel } from '#domain/attribution/channel.ts'
import type { AttributionModel, TouchDimension } from '#domain/attribution/credit-touches.ts'
import type { OrderWindow } from '#domain/runs/order-windows.ts'
import type { RunDimension } from '#domain/runs/dimensions.ts'
import { parseHours } from '#domain/runs/hour-filter.ts'
import { noKey, otherKey } from '#domain/attribution/credit-touches.ts'

// This module contains German texts for values of the API. Unknown values are shown unchanged.

/** Returns the title of a funnel without the words `Mitteilung` and `Rundfunkbeitrag`. */
export function funnelName(type: string): string {
  return funnelByType(type)?.title.replace(/^Mitteilung | Rundfunkbeitrag$/g, '') ?? type
}

/** Returns the title of a step as visitors see it, except for the last step, which is called `Bestellung`. */
export function stepTitle(funnel: string, step: number): string {
  const steps = funnelByType(funnel)?.steps
  const title = steps?.[step - 1]?.title
  if (title === undefined) return `Schritt ${step}`
  if (step === steps?.length) return 'Bestellung'
  return typeof title === 'string' ? title : title({})
}

/** Returns the German name of the stage that a run has reached. */
export function stageName(funnel: string, stage: number): string {
  if (stage === 0) return 'Start'
  return stage === funnelByType(funnel)?.steps.length ? 'Bestellung' : `Schritt ${stage} geschafft`
}

const channelNames: Record<Channel, string> = {
  'Organic Search': 'Organische Suche',
  'Paid Search': 'Bezahlte Suche',
  'AI Assistants': 'KI-Assistenten',
  'Organic Social': 'Soziale Medien',
  'Paid Social': 'Soziale Medien, bezahlt',
  'Organic Video': 'Videos',
  'Paid Video': 'Videos, bezahlt',
  Display: 'Bannerwerbung',
  'Paid Other': 'Sonstige bezahlte Werbung',
  Email: 'E-Mail',
  SMS: 'SMS',
  Affiliates: 'Partnerprogramme',
  Referral: 'Verweise',
  Direct: 'Direkt',
  Unassigned: 'Sonstige Kampagnen',
}

const words: Record<string, string> = {
  ...channelNames,
  [noKey]: '(ohne Angabe)',
  [otherKey]: '(übrige)',
  mobile: 'Telefon',
  tablet: 'Tablet',
  desktop: 'Computer',
  unknown: 'unbekannt',
}

/** Returns the German text for a device, channel, source, medium, campaign or reason. */
export function keyName(key: string, funnel?: string): string {
  return words[key] ?? (funnel === undefined ? undefined : optionLabel(key, funnel)) ?? key
}

const weekdayNames: Record<string, string> = {
  monday: 'Montag',
  tuesday: 'Dienstag',
  wednesday: 'Mittwoch',
  thursday: 'Donnerstag',
  friday: 'Freitag',
  saturday: 'Samstag',
  sunday: 'Sonntag',
}
const consentNames: Record<string, string> = { none: 'nur notwendige', marketing: 'Marketing' }

/** Returns the German text for the value of a run in a dimension. */
export function valueName(dimension: RunDimension, key: string, funnel?: string): string {
  if (dimension === 'weekday') return weekdayNames[key] ?? key
  if (dimension === 'consent') return consentNames[key] ?? key
  if (dimension === 'hour') return hoursName(key)
  return keyName(key, dimension === 'reason' ? funnel : undefined)
}

/** Returns the German text for a filter by variant, `<experiment>:<variant>` or `(none)`. */
export function variantWords(value: string): string {
  const [experiment = '', variant = ''] = value.split(':')
  return value === noKey ? 'in keinem Versuch' : `${variant} im Versuch ${experiment}`
}

function hoursName(key: string): string {
  const range = parseHours(key)
  return range ? `${Number(range.first)}–${Number(range.last) + 1} Uhr` : key
}

/** Returns the label of the option with the value `key`. Searches the options of all choice fields of the funnel. */
function optionLabel(key: string, funnel: string): string | undefined {
  return fieldsOf(funnel)
    .flatMap((field) => (field.kind === 'choice' ? field.options : []))
    .find(({ value }) => value === key)?.label
}

const fieldsOf = (funnel: string) => funnelByType(funnel)?.steps.flatMap((step) => step.fields) ?? []

export const fieldOf = (funnel: string, name: string) => fieldsOf(funnel).find((field) => field.name === name)

/**
 * Truncates a label to about 48 characters. Intended for consents, whose labels are whole sentences. Their first words
 * are enough to identify them.
 */
export function shortened(label: string): string {
  const maxLength = 48
  return label.length <= maxLength ? label : `${label.slice(0, label.lastIndexOf(' ', maxLength))} …`
}

/** Returns the label of a field as visitors see it. For `adresse.plz` it returns `Adresse (PLZ)`. */
export function fieldLabel(funnel: string, path: string): string {
  const [name = '', part] = path.split('.')
  const label = fieldOf(funnel, name)?.label ?? name
  return part === undefined ? label : `${label} (${addressPartLabel(part)})`
}

export const dimensionNames = {
  device: 'Gerät',
  channel: 'Kanal',
  source: 'Quelle',
  medium: 'Medium',
  campaign: 'Kampagne',
  content: 'Anzeige',
  term: 'Suchbegriff',
  reason: 'Anlass',
  browser: 'Browser',
  os: 'Betriebssystem',
  entry: 'Einstiegsseite',
  consent: 'Einwilligung',
  weekday: 'Wochentag',
  hour: 'Stunde',
} as const satisfies Record<RunDimension | TouchDimension, string>

export const windowNames: Record<OrderWindow, string> = {
  '1h': '1 Stunde',
  '1d': '1 Tag',
  '7d': '7 Tagen',
  '30d': '30 Tagen',
}

export const modelNames: Record<AttributionModel, string> = {
  first: 'Erster Kontakt',
  last: 'Letzter Kontakt',
  linear: 'Linear',
  position: 'Positionsbasiert',
  decay: 'Zeitverfall',
}

export const orderStatusNames = {
  ordered: 'Bestellt',
  expired: 'Abgelaufen',
  paid: 'Bezahlt',
  submitted: 'Brief übergeben',
  sent: 'Brief verschickt',
  failed: 'Brief gescheitert',
  withdrawal_declared: 'Widerruf erklärt',
  withdrawn: 'Widerrufen',
  refunded: 'Erstattet',
} as const
export const runStatusNames = { open: 'Offen', abandoned: 'Abgebrochen', completed: 'Bestellt' } as const
export const deliveryStateNames = {
  pending: 'Wartet',
  retrying: 'Wird wiederholt',
  delivered: 'Zugestellt',
  dead: 'Gescheitert',
  held: 'Angehalten',
  discarded: 'Verworfen',
} as const

/** Destinations of messages to other systems. */
export const receiverNames: Readonly<Record<string, string>> = {
  webhook: 'Empfänger der Webhook-Nachrichten',
  alerts: 'Empfänger der Auffälligkeiten',
  conversions: 'Empfänger der Seitenaufrufe und Bestellungen',
}

const ruleNames: Record<string, string> = {
  required: 'fehlt',
  format: 'falsches Format',
  checksum: 'falsche Prüfziffer',
  tooShort: 'zu kurz',
  tooLong: 'zu lang',
  tooEarly: 'zu früh',
  tooLate: 'zu spät',
  tooYoung: 'zu jung',
  incomplete: 'unvollständig',
  files: 'Datei abgelehnt',
  mismatch: 'widerspricht anderer Angabe',
}

/** Returns the German text for the rule that rejected a value, such as `fehlt` or `zu kurz`. */
export const ruleName = (rule: string): string => ruleNames[rule] ?? rule
