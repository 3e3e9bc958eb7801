import { funnelByType } from '#domain/funnels/index.ts'
import type { AttributionModel } from '#domain/attribution.ts'
import { noKey } from '#domain/attribution.ts'

// What the wire's words are called in the reports. What is not known here is shown as it came.

/** A funnel by its title, without what all of them share. */
export function funnelName(type: string): string {
  return funnelByType(type)?.title.replace(/^Mitteilung | Rundfunkbeitrag$/g, '') ?? type
}

/** Title of a step as visitors read it; the last one is named by what is done there. */
export function stepTitle(funnel: string, step: number): string {
  const steps = funnelByType(funnel)?.steps
  const title = steps?.[step - 1]?.title
  if (title === undefined) return `Schritt ${step}`
  if (step === steps?.length) return 'Bestellung'
  return typeof title === 'string' ? title : title({})
}

/** How far a run has come. */
export function stageName(funnel: string, stage: number): string {
  if (stage === 0) return 'Start'
  return stage === funnelByType(funnel)?.steps.length ? 'Bestellung' : `Schritt ${stage} geschafft`
}

const words: Record<string, string> = {
  [noKey]: '(ohne Angabe)',
  mobile: 'Telefon',
  tablet: 'Tablet',
  desktop: 'Computer',
  unknown: 'unbekannt',
}

/** Value of a device, source, medium, campaign or reason. */
export function keyName(key: string, funnel?: string): string {
  return words[key] ?? (funnel === undefined ? undefined : optionLabel(key, funnel)) ?? key
}

/** A reason is an option of a field of the funnel. */
function optionLabel(key: string, funnel: string): string | undefined {
  return fieldsOf(funnel)
    .flatMap(({ options }) => options ?? [])
    .find(({ value }) => value === key)?.label
}

const fieldsOf = (funnel: string) => funnelByType(funnel)?.steps.flatMap((step) => step.fields) ?? []

export const fieldOf = (funnel: string, name: string) => fieldsOf(funnel).find((field) => field.name === name)

/** A consent is a whole sentence; its beginning tells which one. */
export function shortened(label: string): string {
  const most = 48
  return label.length <= most ? label : `${label.slice(0, label.lastIndexOf(' ', most))} …`
}

const addressParts: Record<string, string> = {
  strasse: 'Straße',
  hausnummer: 'Hausnummer',
  plz: 'PLZ',
  ort: 'Ort',
  land: 'Land',
}

/** A field as visitors read it; `adresse.plz` is `Adresse (PLZ)`. */
export function fieldLabel(funnel: string, path: string): string {
  const [name = '', part] = path.split('.')
  const label = fieldOf(funnel, name)?.label ?? name
  return part === undefined ? label : `${label} (${addressParts[part] ?? part})`
}

export const dimensionNames = {
  device: 'Gerät',
  source: 'Quelle',
  medium: 'Medium',
  campaign: 'Kampagne',
  content: 'Anzeige',
  term: 'Suchbegriff',
  reason: 'Anlass',
} as const

export const modelNames: Record<AttributionModel, string> = {
  first: 'Erster Kontakt',
  last: 'Letzter Kontakt',
  linear: 'Linear',
  position: 'Positionsbasiert',
  decay: 'Zeitverfall',
}

export const orderStatusNames = { ordered: 'Bestellt', paid: 'Bezahlt', withdrawn: 'Widerrufen' } as const
export const runStatusNames = { open: 'Offen', abandoned: 'Abgebrochen', completed: 'Bestellt' } as const
export const deliveryStateNames = {
  pending: 'Wartet',
  retrying: 'Wird wiederholt',
  delivered: 'Zugestellt',
  dead: 'Gescheitert',
} as const

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

/** Why a value was refused: `fehlt`, `zu kurz`. */
export const ruleName = (rule: string): string => ruleNames[rule] ?? rule
