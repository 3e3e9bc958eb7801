import { type CostColumn, type CostError, costColumns, costError } from '#domain/operations/cost-errors.ts'

/** Heads of the columns, in lower case and without units in parentheses. */
const heads: Record<CostColumn, readonly string[]> = {
  day: ['day', 'date', 'tag', 'datum'],
  source: ['source', 'utm_source', 'quelle'],
  campaign: ['campaign', 'utm_campaign', 'kampagne'],
  cost: ['cost', 'costs', 'kosten', 'ausgaben', 'spend'],
  currency: ['currency', 'währung', 'waehrung', 'währungscode', 'currency code'],
}

const required: ReadonlySet<CostColumn> = new Set(['day', 'source', 'campaign', 'cost'])

export interface Columns {
  /** Index of each column. */
  places: Partial<Record<CostColumn, number>>
  unused: string[]
  /** Number of cells in each line. */
  count: number
}

/** Finds the columns of costs in a header line. Other columns are named, but not read. */
export function readColumns(line: number, cells: readonly string[]): Columns | CostError[] {
  const found = cells.map((cell) => columnOf(cell))
  const errors = costColumns.flatMap((column): CostError[] => {
    const count = found.filter((one) => one === column).length
    const allowed = `one column with the head ${heads[column].join(' or ')}`
    const about = { line, column, read: cells.join(', '), allowed }
    if (count > 1) return [costError({ ...about, code: 'repeated-column' })]
    if (count === 0 && required.has(column)) return [costError({ ...about, code: 'missing-column' })]
    return []
  })
  if (errors.length > 0) return errors
  const places = Object.fromEntries(found.flatMap((column, index) => (column ? [[column, index]] : [])))
  const unused = cells.filter((cell, index) => found[index] === undefined && cell !== '')
  return { places, unused, count: cells.length }
}

function columnOf(head: string): CostColumn | undefined {
  const name = head
    .toLowerCase()
    .replace(/\s*[([].*[)\]]\s*$/, '')
    .trim()
  return costColumns.find((column) => heads[column].includes(name))
}
