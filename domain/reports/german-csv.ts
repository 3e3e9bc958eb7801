import { definitions } from './definitions.ts'
import { type RunDimension, runDimensions } from '#domain/runs/dimensions.ts'
import type { CsvCell, CsvDialect, CsvRow } from './csv.ts'
import {
  deliveryStateNames,
  dimensionNames,
  fieldLabel,
  funnelName,
  keyName,
  modelNames,
  orderStatusNames,
  ruleName,
  runStatusNames,
  stageName,
  stepTitle,
  valueName,
} from './words.ts'

/**
 * Returns the dialect for German spreadsheets, which the pages download: semicolons, decimal commas, euros, Berlin time,
 * German heads and words. `funnel` is the funnel of the report, whose steps, fields and options are shown with their
 * labels; rows can name another one.
 */
export function germanCsv(funnel?: string): CsvDialect {
  const funnelOf = (row: CsvRow) => (typeof row['funnel'] === 'string' ? row['funnel'] : funnel)
  return {
    separator: ';',
    head: germanHead,
    number: (column, value, row) =>
      column === 'stage' ? stageName(funnelOf(row) ?? '', value) : germanNumber(column, value),
    text: (column, value, row) =>
      typeof value === 'boolean'
        ? value
          ? 'ja'
          : 'nein'
        : germanText(column, value, { row, funnel: funnelOf(row) }),
  }
}

const heads: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(definitions).map(([figure, { name }]) => [figure, name])),
  ...dimensionNames,
  abandoned: 'Abgebrochen',
  andDimension: 'Zweites Merkmal',
  andKey: 'Zweiter Wert',
  attempts: 'Versuche',
  channels: 'Weg',
  change: 'Änderung',
  code: 'Grund',
  completed: 'Bestellt',
  count: 'Anzahl',
  counted: 'Gezählte Ereignisse',
  createdAt: 'Entstanden am',
  creditedCents: 'Zugerechneter Bestellwert (Euro)',
  creditedNetCents: 'Zugerechneter Umsatz (Euro)',
  creditedOrders: 'Zugerechnete Bestellungen',
  creditedRuns: `Zugerechnete ${definitions.runs.name}`,
  day: 'Tag',
  delivery: 'Zustellung',
  dimension: 'Merkmal',
  duplicates: 'Doppelte Ereignisse',
  eventType: 'Ereignis',
  excessCents: 'Mehrverlust (Euro)',
  excessCentsHigh: 'Mehrverlust höchstens (Euro, 95 %)',
  excessCentsLow: 'Mehrverlust mindestens (Euro, 95 %)',
  excessOrders: 'Mehrverlust (Bestellungen)',
  excessRuns: `Mehrverlust (${definitions.runs.name})`,
  excludedRuns: `Ausgeschlossene ${definitions.runs.name}`,
  expected: 'Erwartete Ereignisse',
  failed: 'Brief gescheitert',
  field: 'Feld',
  finishedAt: 'Beendet am',
  fromSeconds: 'Von (Sekunden)',
  funnel: 'Antragsart',
  gaveUp: 'Aufgegeben',
  gaveUpRate: 'Aufgegeben (Anteil)',
  id: 'Kennung',
  key: 'Wert',
  label: 'Beschriftung',
  lastAt: 'Zuletzt am',
  lostCents: 'Verlust höchstens (Euro)',
  medianDays: 'Median vom ersten Kontakt (Tage)',
  medianPaidSeconds: 'Median bis zur Zahlung (Sekunden)',
  medianSeconds: 'Median (Sekunden)',
  medianSentSeconds: 'Median bis zum Versand (Sekunden)',
  minute: 'Minute',
  missing: 'Fehlende Ereignisse',
  model: 'Modell',
  name: 'Name',
  netRevenueCents: `${definitions.netRevenueCents.name} (Euro)`,
  nextAttemptAt: 'Nächster Versuch am',
  number: 'Bestellnummer',
  ordered: 'Bestellt',
  orderNumber: 'Bestellnummer',
  orderStatus: 'Stand der Bestellung',
  othersRate: 'Verlust ohne diese Meldung',
  paid: 'Bezahlt',
  paidRate: 'Bezahlt (Anteil)',
  path: 'Stelle',
  period: 'Zeitraum',
  position: 'Laufende Nummer',
  priceCents: 'Preis (Euro)',
  received: 'Empfangene Ereignisse',
  record: 'Zeile',
  refunded: 'Erstattet',
  rejected: 'Abgelehnte Ereignisse',
  revenueCents: `${definitions.revenueCents.name} (Euro)`,
  robot: 'Roboter',
  robots: 'Ereignisse von Robotern',
  rule: 'Regel',
  runId: 'Kennung des Antrags',
  sent: 'Brief verschickt',
  sentRate: 'Brief verschickt (Anteil)',
  sequence: 'Reihenfolge',
  share: 'Anteil',
  stage: 'Erreichte Stufe',
  startedAt: 'Begonnen am',
  state: 'Stand',
  status: 'Stand',
  step: 'Schritt',
  stepName: 'Titel des Schritts',
  stored: 'Gespeicherte Ereignisse',
  testPayment: 'Testzahlung',
  time: 'Bestellt am',
  toSeconds: 'Bis unter (Sekunden)',
  type: 'Ereignis',
  withdrawn: 'Widerrufen',
}

/** Returns the German head of a column. An unknown column keeps its name. */
export function germanHead(column: string): string {
  const ofStep = /^(stage|lost)(\d+)$/.exec(column)
  if (!ofStep) return heads[column] ?? column
  if (ofStep[1] === 'lost') return `${definitions.lost.name} in Schritt ${ofStep[2]}`
  return ofStep[2] === '0' ? 'Start' : `Schritt ${ofStep[2]} geschafft`
}

function germanNumber(column: string, value: number): string {
  if (/Cents(Low|High)?$/.test(column)) return decimal(value / 100, 2)
  if (/Rate$|^share$/.test(column)) return `${decimal(value * 100, 2)}%`
  return Number.isInteger(value) ? String(value) : decimal(value, 4)
}

/** Without dots between thousands, which spreadsheets of other languages would take for decimal points. */
const decimal = (value: number, digits: number) => value.toFixed(digits).replace('.', ',')

interface Place {
  row: CsvRow
  funnel: string | undefined
}

function germanText(column: string, value: string, { row, funnel = '' }: Place): string {
  if (column === 'day') return germanDay(value)
  if (/At$|^time$|^minute$/.test(column)) return germanInstant(value)
  switch (column) {
    case 'funnel':
      return funnelName(value)
    case 'channels':
      return value
        .split(' > ')
        .map((channel) => keyName(channel))
        .join(' > ')
    case 'key':
      return isDimension(row['dimension'])
        ? valueName(row['dimension'], value, funnel)
        : keyName(value, funnel)
    case 'andKey':
      return isDimension(row['andDimension']) ? valueName(row['andDimension'], value, funnel) : value
    case 'dimension':
    case 'andDimension':
      return heads[value] ?? value
    case 'device':
    case 'browser':
    case 'os':
    case 'source':
    case 'medium':
    case 'campaign':
    case 'reason':
    case 'entry':
    case 'consent':
      return valueName(column, value, funnel)
    case 'channel':
      return keyName(value)
    case 'status':
    case 'orderStatus':
      return statusNames[value] ?? value
    case 'state':
    case 'delivery':
      return (deliveryStateNames as Readonly<Record<string, string>>)[value] ?? value
    case 'rule':
      return ruleName(value)
    case 'model':
      return (modelNames as Readonly<Record<string, string>>)[value] ?? value
    case 'field':
      return fieldLabel(funnel, value)
    case 'stepName':
    case 'name':
      return stageTitle(value, { row, funnel })
    default:
      return words[column]?.[value] ?? value
  }
}

function isDimension(name: CsvCell): name is RunDimension {
  return runDimensions.some((one) => one === name)
}

/** Name of a stage or of an outcome in the drop-off report. */
function stageTitle(name: string, { row, funnel = '' }: Place): string {
  const { step } = row
  if (typeof step !== 'number') return heads[name] ?? name
  return step === 0 ? 'Start' : stepTitle(funnel, step)
}

const statusNames: Readonly<Record<string, string>> = { ...runStatusNames, ...orderStatusNames }

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  change: { added: 'kam dazu', removed: 'fiel weg' },
  period: { asked: 'gewählt', before: 'davor' },
  record: {
    row: 'Zeile',
    total: 'Summe',
    day: 'Tag',
    browser: 'Browser',
    rejection: 'Ablehnung',
    stage: 'Stufe',
    outcome: 'Ergebnis',
    invalid: 'Fehlermeldung',
    funnel: 'Antragsart',
    sinceContact: 'Zeit vom ersten Kontakt',
    sinceStart: 'Zeit vom Beginn',
  },
}

const germanDay = (day: string) => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1')

const berlin = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Formats an instant as spreadsheets read it: `21.11.2026 13:05:12`. */
const germanInstant = (iso: string) => berlin.format(new Date(iso)).replace(',', '')
