/** Rows as one array a column, for `unnest`: a batch is one statement however many rows it has. */
export function columnsOf<Row, Name extends keyof Row>(
  rows: readonly Row[],
  names: readonly Name[],
): Row[Name][][] {
  return names.map((name) => rows.map((row) => row[name]))
}
