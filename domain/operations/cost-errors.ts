/** Columns of a file with costs. */
export const costColumns = ['day', 'source', 'campaign', 'cost', 'currency'] as const
export type CostColumn = (typeof costColumns)[number]

export const costErrorCodes = [
  'empty-file',
  'missing-column',
  'repeated-column',
  'quotes',
  'columns',
  'rows',
  'day',
  'empty',
  'too-long',
  'amount',
  'ambiguous',
  'negative',
  'too-large',
  'currency',
  'repeated',
] as const
export type CostErrorCode = (typeof costErrorCodes)[number]

/** Fault in a row of costs. */
export interface CostError {
  /** Line of the file, from 1; in JSON the number of the element. */
  line: number
  /** Null if the fault is not in one column. */
  column: CostColumn | null
  code: CostErrorCode
  read: string
  allowed: string
}

/** Maximum number of reported faults. */
export const maxCostErrors = 50

const maxShown = 100

/** Returns a fault with the text that was read, cut to 100 characters. */
export function costError(error: CostError): CostError {
  return { ...error, read: Array.from(error.read).slice(0, maxShown).join('') }
}
