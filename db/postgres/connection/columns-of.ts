/** Returns one array per column for `unnest`, so that a batch of any size is one statement. */
export function columnsOf<Row, Name extends keyof Row>(
  rows: readonly Row[],
  names: readonly Name[],
): Row[Name][][] {
  return names.map((name) => rows.map((row) => row[name]))
}
