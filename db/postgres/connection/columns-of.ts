import { bigints, byteas, ints, jsons, texts } from './binary-array.ts'

const encoders = { text: texts, int: ints, bigint: bigints, json: jsons, bytea: byteas }

type ColumnType = keyof typeof encoders

/**
 * Returns one array per column for `unnest`, in the order of `types`, so that one statement can take any number of rows. A
 * value of a column `json` must be valid JSON as text.
 */
export function columnsOf<Row extends object>(
  rows: readonly Row[],
  types: { readonly [Name in keyof Row]?: ColumnType },
): Buffer[] {
  const columns = Object.entries(types) as [keyof Row, ColumnType][]
  return columns.map(([name, type]) => encoders[type](rows.map((row) => row[name] as never)))
}
