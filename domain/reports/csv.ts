/** Byte order mark. German versions of Excel require it to read the file as UTF-8. */
const byteOrderMark = '\uFEFF'

export type CsvCell = string | number | boolean | null | undefined

export type CsvRow<Column extends string = string> = Partial<Record<Column, CsvCell>>

/** Table of a report, before it is written in a dialect of CSV. Missing cells are left empty. */
export interface CsvTable<Column extends string = string> {
  columns: readonly Column[]
  rows: readonly CsvRow<Column>[]
}

/** Table of a list, whose rows are read page by page. `cells` returns the cells of a row. */
export interface CsvList<Row> {
  columns: readonly string[]
  cells: (row: Row) => CsvRow
}

/** How the cells of a table are written: for machines, or for German spreadsheets (see `germanCsv`). */
export interface CsvDialect {
  separator: ',' | ';'
  head: (column: string) => string
  number: (column: string, value: number, row: CsvRow) => string
  text: (column: string, value: string | boolean, row: CsvRow) => string
}

/** Names of the API as heads, integer cents, times in ISO 8601. */
export const machineCsv: CsvDialect = {
  separator: ',',
  head: (column) => column,
  number: (_, value) => String(value),
  text: (_, value) => String(value),
}

/** Returns a table of whose cells the compiler checks that they belong to a column. */
export function csvTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly CsvRow<Column>[],
): CsvTable<Column> {
  return { columns, rows }
}

/** Returns a whole file: the byte order mark, the header line and the rows. */
export function writeCsv({ columns, rows }: CsvTable, dialect: CsvDialect = machineCsv): string {
  return csvHead(columns, dialect) + csvLines({ columns, rows }, dialect)
}

/** Returns the beginning of a file: the byte order mark and the header line. */
export function csvHead(columns: readonly string[], dialect: CsvDialect = machineCsv): string {
  return byteOrderMark + line(columns.map(dialect.head), dialect)
}

/** Returns the lines of the rows according to RFC 4180, each with its CRLF. */
export function csvLines({ columns, rows }: CsvTable, dialect: CsvDialect = machineCsv): string {
  return rows
    .map((row) =>
      line(
        columns.map((column) => written(column, row, dialect)),
        dialect,
      ),
    )
    .join('')
}

/** A number needs no protection against formulas, although it may begin with a minus. */
function written(column: string, row: CsvRow, dialect: CsvDialect): string | { number: string } {
  const value = row[column]
  if (value === null || value === undefined) return ''
  return typeof value === 'number'
    ? { number: dialect.number(column, value, row) }
    : dialect.text(column, value, row)
}

function line(cells: readonly (string | { number: string })[], { separator }: CsvDialect): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? protect(cell) : cell.number)).join(separator)}\r\n`
}

/**
 * Inserts an apostrophe before text that spreadsheets would evaluate as a formula, and quotes text where necessary.
 * Formulas after a semicolon, tab or line break count as well, because German spreadsheets start a new cell there.
 */
function protect(text: string): string {
  const harmless = text.replaceAll(/(^|[;,\t\r\n])([\s"']*)(?=[=+\-@＝＋－＠])/g, "$1$2'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
