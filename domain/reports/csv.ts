/** Byte order mark. German versions of Excel require it to read the file as UTF-8. */
const byteOrderMark = '\uFEFF'

type Cell = string | number | boolean | null | undefined

/**
 * Returns one CSV line according to RFC 4180, including the CRLF. An apostrophe is inserted before text that
 * spreadsheets would evaluate as a formula. This includes text after a semicolon, tab or line break, because German
 * spreadsheets start a new cell there.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const harmless = cell.replaceAll(/(^|[;,\t\r\n])([\s"']*)(?=[=+\-@＝＋－＠])/g, "$1$2'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Returns a table as CSV with a header line. Missing cells are left empty. */
export function csvTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Partial<Record<Column, Cell>>[],
): string {
  const lines = rows.map((row) => columns.map((column) => row[column]))
  return byteOrderMark + [columns, ...lines].map(csvLine).join('')
}
