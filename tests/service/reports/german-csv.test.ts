import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DefinedFigure, definitions, headOf } from '#domain/reports/definitions.ts'
import { germanHead } from '#domain/reports/german-csv.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { allReports } from '#service/reports/all-reports.ts'
import { iso } from '#tests/build-events.ts'
import { fault } from '#tests/domain/reports/inbox/build-alerts.ts'
import { type Reports, minute, openReports, run } from './open-reports.ts'

const noon = Date.parse('2026-11-20T11:00:00Z')
const campaigns = ['herbst; "groß"', '=umzug', 'a,b']

let reports: Reports
beforeAll(async () => {
  reports = await openReports()
  for (const [index, utm_campaign] of campaigns.entries()) {
    const event = run()
    const at = noon + index * minute
    const touches = [{ at: iso(at), utm_source: 'google', utm_campaign }]
    const complete = event('complete', at + 2 * minute)
    await reports.send({ at: at + 2 * minute, touches }, event('start', at), event('invalid', at), complete)
    const { log } = reports.service.store
    const last = (await log.readRun(complete.runId)).at(-1)!
    const paid = { orderId: complete.id, paymentId: `pay-${index}`, amountCents: 4999 }
    if (index > 0)
      await reports.append({
        ...serviceEvent('paid', complete.id, paid, last, at + 9 * minute),
        position: 0,
      })
    await reports.send({ at: at + 10 * minute, device: 'desktop' }, run()('start', at + 10 * minute))
  }
  await reports.service.store.operations.append({
    type: 'annotated',
    once: 'annotated:1',
    day: '2026-11-19',
    data: { title: 'Neue Anzeige; "Herbst"', source: 'person' },
  })
  const costs = [...campaigns, 'niemand; kam'].map((campaign, index) => ({
    source: 'google',
    campaign,
    costCents: 1999 + index,
  }))
  await reports.service.store.operations.append({
    type: 'costs_recorded',
    once: 'costs_recorded:2026-11-20:0',
    day: '2026-11-20',
    data: { costs, sender: 'script' },
  })
  const { rejectedFields: _, ...alert } = fault(3, null)
  await reports.service.store.operations.append({
    type: 'alert_opened',
    once: `alert_opened:${alert.id}:0`,
    day: '2026-11-19',
    data: { alert: { ...alert, lostRevenueCents: 4999 }, examinedUntil: iso(noon) },
  })
  // The alerts are otherwise empty: a fault cannot be found in a few runs.
  await reports.service.store.operations.append({
    type: 'receiver_stopped',
    once: 'receiver_stopped:webhook:1',
    day: '2026-11-20',
    data: { destination: 'webhook', stoppedAt: noon },
  })
})
afterAll(() => reports.service.close())

/** Parses a file strictly by RFC 4180. */
function parse(text: string, separator: string): string[][] {
  expect(text.startsWith('\uFEFF')).toBe(true)
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n)`, 'y')
  const rows: string[][] = [[]]
  cell.lastIndex = 1
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const [, quoted, plain, end] = cell.exec(text) ?? expect.fail(`no cell: ${text.slice(at, at + 40)}`)
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  expect(rows.pop()).toEqual([])
  return rows
}

async function file(path: string, separator: string): Promise<string[][]> {
  const response = await reports.get(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
  ])
  // `text()` would remove the byte order mark.
  return parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()), separator)
}

const german = (text: string) => Number(text.replace('%', '').replace(',', '.'))

const queries: Record<string, string> = {
  'drop-off': '&funnel=anmeldung',
  'drop-off/trend': '&funnel=anmeldung',
  'drop-off/breakdown': '&funnel=anmeldung&by=campaign',
  'drop-off/fields': '&funnel=anmeldung',
  'drop-off/silent': '&funnel=anmeldung',
  'drop-off/choices': '&funnel=anmeldung',
  attribution: '&model=decay&by=campaign',
  'attribution/models': '&by=campaign',
  fulfilment: '&by=campaign',
  runs: '&figure=runs',
}

/** Columns with numbers that say which row it is, not how much was counted. */
const places = new Set([
  'step',
  'weight',
  'lift',
  'position',
  'id',
  'sequence',
  'fromSeconds',
  'toSeconds',
  'days',
  'weeks',
])

const csvPaths = allReports.filter(({ hasCsv }) => hasCsv).map(({ contract }) => contract.path)
const rangeOf = (path: string) =>
  ['live', 'deliveries', 'conversions', 'experiments'].includes(path)
    ? ''
    : `?from=2026-11-14&to=2026-11-20${queries[path] ?? ''}`

test.each(csvPaths)('each figure of %s has a definition, whose name is its German head', async (path) => {
  const [names, ...rows] = (await file(`${path}.csv${rangeOf(path)}`, ',')) as [string[], ...string[][]]
  for (const [column, name] of names.entries()) {
    const cells = rows.map((row) => row[column]!).filter((cell) => cell !== '')
    if (places.has(name) || !cells.some((cell) => /^-?\d+(\.\d+)?(e-\d+)?$/.test(cell))) continue
    const figure = name.replace(/(?<=^stage|^lost)\d+$/, '').replace(/(?<=Cents|Rate|roas)(Low|High)$/, '')
    expect(Object.keys(definitions), `${path}: ${name}`).toContain(figure)
    if (figure === name && name !== 'stage') expect(germanHead(name)).toBe(headOf(name as DefinedFigure))
  }
})

test.each(csvPaths)(
  '%s for German spreadsheets has the cells of the file for machines, with German heads',
  async (path) => {
    const range = rangeOf(path)
    const [machine, german_] = [
      await file(`${path}.csv${range}`, ','),
      await file(`${path}.de.csv${range}`, ';'),
    ]
    const [names, ...rows] = machine as [string[], ...string[][]]
    const [heads, ...shown] = german_ as [string[], ...string[][]]
    // A name of the API begins with a small letter.
    for (const head of heads) expect(head).toMatch(/^\p{Lu}/u)
    expect(new Set(heads).size).toBe(heads.length)
    expect([heads.length, shown.length]).toEqual([names.length, rows.length])
    if (path !== 'deliveries') expect(rows.length).toBeGreaterThan(0)
    for (const [at, row] of rows.entries())
      for (const [column, name] of names.entries()) {
        const [raw, text] = [row[column]!, shown[at]![column]!]
        if (raw === '') expect(text).toBe('')
        else if (/Cents/.test(name)) expect(german(text)).toBeCloseTo(Number(raw) / 100, 2)
        else if (/Rate$|^share$/.test(name)) {
          expect(text).toMatch(/^-?\d+,\d\d%$/)
          expect(german(text) / 100).toBeCloseTo(Number(raw), 4)
        } else if (/^-?\d+$/.test(raw) && name !== 'stage') expect(text).toBe(raw)
        else if (/^\d{4}-\d\d-\d\d$/.test(raw)) expect(text.split('.').toReversed().join('-')).toBe(raw)
        else if (/^\d{4}-\d\d-\d\dT/.test(raw)) {
          // All times of this test are in winter, one hour ahead of UTC.
          const [, day, month, year, clock] = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(text)!
          expect(Date.parse(`${year}-${month}-${day}T${clock}+01:00`)).toBe(
            Math.floor(Date.parse(raw) / 1000) * 1000,
          )
        }
      }
  },
)

/** Columns whose values are words of the API. */
const worded = new Set([
  'change',
  'conversionState',
  'dayOf',
  'delivery',
  'experimentState',
  'kind',
  'model',
  'orderStatus',
  'period',
  'record',
  'rule',
  'state',
  'status',
  'subject',
  'verdict',
])

test.each(csvPaths)('%s for German spreadsheets has no words of the API', async (path) => {
  const range = rangeOf(path)
  const [names, ...rows] = (await file(`${path}.csv${range}`, ',')) as [string[], ...string[][]]
  const shown = (await file(`${path}.de.csv${range}`, ';')).slice(1)
  for (const [at, row] of rows.entries())
    for (const [column, name] of names.entries())
      if (worded.has(name) && /^[a-z_]+$/.test(row[column]!))
        expect(shown[at]![column], `${name} of ${path}`).not.toBe(row[column])
})

test('the alert among the annotations has its title, field and rule in German', async () => {
  const annotations = 'annotations.de.csv?from=2026-11-14&to=2026-11-20'
  const [heads, ...rows] = (await file(annotations, ';')) as [string[], ...string[][]]
  const found = rows.find((row) => row[heads.indexOf('Art')] === 'Störung beginnt')!
  const cells = Object.fromEntries(heads.map((head, column) => [head, found[column]]))
  expect(cells).toMatchObject({
    Tag: '19.11.2026',
    Antragsart: 'Anmeldung',
    Gegenstand: 'Fehlermeldung',
    'Was geschah': 'Feld „IBAN“: falsches Format',
    Schritt: '3',
    Feld: 'IBAN',
    Regel: 'falsches Format',
  })
  const stopped = rows.find((row) => row[heads.indexOf('Art')] === 'Empfänger angehalten')!
  expect(stopped).toContain('Empfänger der Webhook-Nachrichten')
})

test('campaigns keep their text, but no spreadsheet evaluates it', async () => {
  const rows = await file(
    'drop-off/breakdown.de.csv?funnel=anmeldung&by=campaign&from=2026-11-20&to=2026-11-20',
    ';',
  )
  expect(new Set(rows.map((row) => row[1]))).toEqual(
    new Set(['Wert', 'herbst; "groß"', "'=umzug", 'a,b', '(ohne Angabe)', '']),
  )
})
