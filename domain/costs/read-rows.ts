import { noKey } from '#domain/attribution/credit-touches.ts'
import { campaignValue, maxCampaignValue } from '#domain/events/campaign-value.ts'
import type { Cost } from '#domain/operations/cost.ts'
import { type CostColumn, type CostError, costError } from '#domain/operations/cost-errors.ts'
import { maxCostCents, maxCostRows } from '#domain/operations/cost-limits.ts'
import { readAmount } from './read-amount.ts'
import { type Columns, readColumns } from './read-columns.ts'
import { readDay } from './read-day.ts'

/** A line of a file, split into cells without white space around them. */
export interface CostLine {
  /** Number of the line in the file, from 1. */
  line: number
  cells: readonly string[]
}

export type ReadCosts = { costs: NumberedCost[]; unusedColumns: string[] } | { errors: CostError[] }

/** Cells that stand for no campaign, also as the reports show it in German. */
const withoutCampaign = /^(?:\(ohne Angabe\))?$/

interface NumberedCost extends Cost {
  line: number
}

/** Reads the lines of a file, of which the first one has the heads. Reports every fault, or returns all costs. */
export function readCostLines([head, ...lines]: readonly CostLine[]): ReadCosts {
  if (head === undefined || lines.length === 0)
    return { errors: [fault('empty-file', { line: head?.line ?? 1, read: '' })] }
  const columns = readColumns(head.line, head.cells)
  if (Array.isArray(columns)) return { errors: columns }
  if (lines.length > maxCostRows)
    return { errors: [fault('rows', { line: lines[maxCostRows]!.line, read: String(lines.length) })] }
  const read = lines.map((line) => readLine(line, columns))
  const costs = read.flatMap((one) => (Array.isArray(one) ? [] : [one]))
  const errors = [...read.flatMap((one) => (Array.isArray(one) ? one : [])), ...repeatedCosts(costs)]
  if (errors.length > 0) return { errors: errors.toSorted((a, b) => a.line - b.line) }
  return { costs, unusedColumns: columns.unused }
}

/** Reports costs of a day, source and campaign that an earlier line already has. */
export function repeatedCosts(costs: readonly NumberedCost[]): CostError[] {
  const first = new Map<string, number>()
  return costs.flatMap(({ line, day, source, campaign }) => {
    const name = JSON.stringify([day, source, campaign])
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, line)
    const read = `${day}, ${source}, ${campaign}`
    return earlier === undefined ? [] : [fault('repeated', { line, read, earlier })]
  })
}

function readLine({ line, cells }: CostLine, { places, count }: Columns): NumberedCost | CostError[] {
  if (cells.length !== count) return [fault('columns', { line, read: cells.join(' | '), count })]
  const cell = (column: CostColumn) => cells[places[column] ?? -1] ?? ''
  const errors: CostError[] = []
  const day = readDay(cell('day'))
  if (day === undefined) errors.push(fault('day', { line, column: 'day', read: cell('day') }))
  const name = (column: 'source' | 'campaign') => {
    if (Array.from(cell(column)).length > maxCampaignValue)
      errors.push(fault('too-long', { line, column, read: cell(column) }))
    return campaignValue(cell(column))
  }
  const [source, campaign] = [
    name('source'),
    withoutCampaign.test(cell('campaign')) ? noKey : name('campaign'),
  ]
  if (source === '') errors.push(fault('empty', { line, column: 'source', read: '' }))
  const costCents = readAmount(cell('cost'))
  if (typeof costCents === 'string')
    errors.push(fault(costCents, { line, column: 'cost', read: cell('cost') }))
  if (places.currency !== undefined && !/^(?:EUR|€|Euro)$/i.test(cell('currency')))
    errors.push(fault('currency', { line, column: 'currency', read: cell('currency') }))
  if (errors.length > 0 || day === undefined || typeof costCents === 'string') return errors
  return { line, day, source, campaign, costCents }
}

interface FaultDetails {
  line: number
  column?: CostColumn
  read: string
  /** Number of cells that the header line has. */
  count?: number
  /** Earlier line with the same day, source and campaign. */
  earlier?: number
}

function fault(
  code: CostError['code'],
  { line, column, read, count = 0, earlier = 0 }: FaultDetails,
): CostError {
  const allowed: Partial<Record<CostError['code'], string>> = {
    'empty-file': 'a header line and at least one line of costs',
    rows: `at most ${maxCostRows} lines of costs`,
    columns: `${count} cells, as in the header line; a comma within a cell needs quotes`,
    day: 'an existing day from 2000 to 2099, as 2026-11-03 or 3.11.2026',
    empty: 'a source, as in utm_source',
    'too-long': `at most ${maxCampaignValue} characters`,
    amount: 'euros such as 12.50, 12,50 or 1.234,50',
    ambiguous: 'two decimals, because 1.234 can mean 1234,00 or 1,23',
    negative: 'no negative amount; 0 removes a known cost',
    'too-large': `at most ${maxCostCents / 100} euros`,
    currency: 'EUR',
    repeated: `each day, source and campaign once; line ${earlier} has the same`,
  }
  return costError({ line, column: column ?? null, code, read, allowed: allowed[code]! })
}
