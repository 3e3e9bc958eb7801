import { type DefinedFigure, definitions, headOf } from './definitions.ts'
import { type RunDimension, runDimensions } from '#domain/runs/dimensions.ts'
import { sentTo } from '#domain/reports/alerts/words.ts'
import type { CsvCell, CsvDialect, CsvRow } from './csv.ts'
import { columnWords, subjectName } from './column-words.ts'
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

const figures = Object.keys(definitions) as DefinedFigure[]

const heads: Readonly<Record<string, string>> = {
  ...Object.fromEntries(figures.map((figure) => [figure, headOf(figure)])),
  ...dimensionNames,
  ...fieldUseHeads(),
  andDimension: 'Zweites Merkmal',
  andKey: 'Zweiter Wert',
  channels: 'Weg',
  beginsAt: 'Beginn des Versuchs',
  certain: 'Sicher',
  change: 'Änderung',
  closedAt: 'Wieder üblich ab',
  code: 'Grund',
  contributionCentsHigh: `${definitions.contributionCents.name} höchstens (Euro, 95 %)`,
  contributionCentsLow: `${definitions.contributionCents.name} mindestens (Euro, 95 %)`,
  costPerOrderCentsHigh: `${definitions.costPerOrderCents.name} höchstens (Euro, 95 %)`,
  costPerOrderCentsLow: `${definitions.costPerOrderCents.name} mindestens (Euro, 95 %)`,
  conversionState: 'Rückmeldung',
  createdAt: 'Entstanden am',
  day: 'Tag',
  days: 'Tage nach dem Beginn',
  delivery: 'Zustellung',
  difference: 'Unterschied der Abschlussquote (Anteil)',
  differenceHigh: 'Unterschied höchstens (Anteil, 95 %)',
  differenceLow: 'Unterschied mindestens (Anteil, 95 %)',
  dimension: 'Merkmal',
  endsAt: 'Ende des Versuchs',
  eventType: 'Ereignis',
  dayOf: 'Bestellungen gezählt am',
  experiment: 'Versuch',
  experimentState: 'Stand des Versuchs',
  expectedNetCentsHigh: `${definitions.expectedNetCents.name} höchstens (Euro, 95 %)`,
  expectedNetCentsLow: `${definitions.expectedNetCents.name} mindestens (Euro, 95 %)`,
  expectedOrdersHigh: `${definitions.expectedOrders.name} höchstens (95 %)`,
  expectedOrdersLow: `${definitions.expectedOrders.name} mindestens (95 %)`,
  excessCentsHigh: 'Mehrverlust höchstens (Euro, 95 %)',
  excessCentsLow: 'Mehrverlust mindestens (Euro, 95 %)',
  excessRateHigh: 'Mehrverlust höchstens (95 %)',
  excessRateLow: 'Mehrverlust mindestens (95 %)',
  field: 'Feld',
  finishedAt: 'Beendet am',
  foundAt: 'Bemerkt am',
  from: 'Von',
  fromSeconds: 'Von (Sekunden)',
  funnel: 'Antragsart',
  hypothesis: 'Vermutung',
  id: 'Kennung',
  isRatioWrong: 'Anders aufgeteilt als geplant',
  key: 'Wert',
  lift: 'Geplante Änderung (%)',
  kind: 'Art',
  label: 'Beschriftung',
  lastAt: 'Zuletzt am',
  initial: 'Voreingestellt',
  limitedTo: 'Nur bei',
  longerThanSeconds: 'Lange im Feld ab (Sekunden)',
  minute: 'Minute',
  minutes: 'Dauer (Minuten)',
  model: 'Modell',
  month: 'Monat',
  name: 'Name',
  nextAttemptAt: 'Nächster Versuch am',
  number: 'Bestellnummer',
  ordersAfter: 'Bestellungen danach',
  ordersBefore: 'Bestellungen davor',
  orderNumber: 'Bestellnummer',
  orderedAt: 'Bestellt am',
  orderRateDifferenceHigh: 'Unterschied der Bestellquote höchstens (Anteil, 95 %)',
  orderRateDifferenceLow: 'Unterschied der Bestellquote mindestens (Anteil, 95 %)',
  orderStatus: 'Stand der Bestellung',
  outcome: 'Ergebnis',
  path: 'Stelle',
  period: 'Zeitraum',
  position: 'Laufende Nummer',
  record: 'Zeile',
  release: 'Version des Dienstes',
  retractedAt: 'Beendet am',
  roasHigh: 'ROAS höchstens (95 %)',
  roasLow: 'ROAS mindestens (95 %)',
  robot: 'Roboter',
  rule: 'Regel',
  runId: 'Kennung des Antrags',
  runsAfter: `${definitions.runs.name} danach`,
  runsBefore: `${definitions.runs.name} davor`,
  sequence: 'Reihenfolge',
  stage: 'Erreichte Stufe',
  startedAt: 'Begonnen am',
  state: 'Stand',
  status: 'Stand',
  step: 'Schritt',
  stepName: 'Titel des Schritts',
  subject: 'Gegenstand',
  testPayment: 'Testzahlung',
  text: 'Text',
  time: 'Bestellt am',
  title: 'Was geschah',
  to: 'Bis',
  toSeconds: 'Bis unter (Sekunden)',
  type: 'Ereignis',
  value: 'Wert',
  valueLabel: 'Wahl',
  variant: 'Variante',
  verdict: 'Ergebnis des Vergleichs',
  week: 'Woche ab',
  weeks: 'Wochen',
  weight: 'Geplanter Anteil (%)',
}

/** Heads of the columns that compare how lost and completed runs used a field. */
function fieldUseHeads(): Record<string, string> {
  const uses = {
    Slow: 'lange im Feld',
    Corrected: 'korrigiert',
    NeverFilled: 'leer gelassen',
    Runs: definitions.runs.name,
    MedianSeconds: 'Median im Feld (Sekunden)',
  }
  const fates = { left: 'Ohne Meldung verloren', passed: 'Schritt geschafft', difference: 'Unterschied' }
  return Object.fromEntries(
    Object.entries(fates).flatMap(([fate, who]) =>
      Object.entries(uses).flatMap(([use, what]) => [
        [`${fate}${use}`, `${who}: ${what}`],
        [`${fate}${use}Low`, `${who}: ${what}, mindestens (95 %)`],
        [`${fate}${use}High`, `${who}: ${what}, höchstens (95 %)`],
      ]),
    ),
  )
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
  if (/Rate(Low|High)?$|^share$/.test(column)) return `${decimal(value * 100, 2)}%`
  return Number.isInteger(value) ? String(value) : decimal(value, 4)
}

/** Without dots between thousands, which spreadsheets of other languages would take for decimal points. */
const decimal = (value: number, digits: number) => value.toFixed(digits).replace('.', ',')

interface Place {
  row: CsvRow
  funnel: string | undefined
}

function germanText(column: string, value: string, { row, funnel = '' }: Place): string {
  if (['day', 'week', 'from', 'to'].includes(column)) return germanDay(value)
  if (column === 'hour') return valueName('hour', value)
  if (/At$|^time$|^minute$/.test(column)) return germanInstant(value)
  switch (column) {
    case 'funnel':
      return funnelName(value)
    case 'month':
      return value.replace(/^(\d{4})-(\d{2})$/, '$2.$1')
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
    case 'channel':
    case 'source':
    case 'medium':
    case 'campaign':
    case 'reason':
    case 'entry':
    case 'consent':
      return valueName(column, value, funnel)
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
      if (isDimension(value)) return dimensionNames[value]
      if (isAboutMessages(row)) return sentTo(value).title
      return fieldLabel(funnel, value)
    case 'subject':
      return subjectName(value, row['kind'])
    case 'stepName':
    case 'name':
      return stageTitle(value, { row, funnel })
    default:
      return columnWords[column]?.[value] ?? value
  }
}

function isDimension(name: CsvCell): name is RunDimension {
  return runDimensions.some((one) => one === name)
}

/** The field of an alert about messages is their destination. */
function isAboutMessages({ kind }: CsvRow): boolean {
  return kind === 'delivery' || kind === 'receiver_stopped'
}

/** Name of a stage or of an outcome in the drop-off report. */
function stageTitle(name: string, { row, funnel = '' }: Place): string {
  const { step } = row
  if (typeof step !== 'number') return heads[name] ?? name
  return step === 0 ? 'Start' : stepTitle(funnel, step)
}

const statusNames: Readonly<Record<string, string>> = { ...runStatusNames, ...orderStatusNames }

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
