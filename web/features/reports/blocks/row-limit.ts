/** Numbers of rows that a table shows at first. */
export interface RowLimit {
  phone: number
  wide: number
}

/** Returns the class names of a row that is not shown at first, or none. Paper shows all rows. */
export function hiddenRow(index: number, { phone, wide }: RowLimit): string {
  if (index < phone) return ''
  return `print:table-row-group ${index < wide ? 'max-sm:hidden' : 'max-sm:hidden sm:hidden'}`
}
