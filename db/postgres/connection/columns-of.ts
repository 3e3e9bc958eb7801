import { bigints, byteas, ints, jsons, texts } from './binary-array.ts'

const encoders = { text: texts, int: ints, bigint: bigints, json: jsons, bytea: byteas }

/** Types of columns that can hold a value. */
type ColumnTypeOf<Value> =
  NonNullable<Value> extends number
    ? 'int' | 'bigint'
    : NonNullable<Value> extends string
      ? 'text' | 'json'
      : NonNullable<Value> extends Uint8Array
        ? 'bytea'
        : never

/**
 * Returns one array per column for `unnest`, in the order of `types`, so that one statement can take any number of rows. A
 * value of a column `json` must be valid JSON as text. Throws if a value is undefined or does not suit its column.
 */
export function columnsOf<Row extends object>(
  rows: readonly Row[],
  types: { readonly [Name in keyof Row]?: ColumnTypeOf<Row[Name]> },
): Buffer[] {
  const columns = Object.entries(types) as [keyof Row, keyof typeof encoders][]
  return columns.map(([name, type]) => encoders[type](rows.map((row) => row[name] as never)))
}
