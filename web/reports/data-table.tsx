import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers stand to the right, so that their digits stand below each other. */
  right?: boolean
}

interface DataTableProps<Row> {
  /** Says what the table holds; read aloud before it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** A table whose first column names the row. Where it is wider than the page it scrolls by itself, also by keyboard. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    // Whoever has no pointer scrolls it with the arrow keys, for which it must take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-control">
            {columns.map(({ title, right }) => (
              <th
                key={title}
                scope="col"
                className={classNames(
                  'px-2 py-1.5 font-semibold whitespace-nowrap',
                  right ? 'text-right' : 'text-left',
                )}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-0 hover:bg-leaf-50">
              {columns.map(({ title, cell, right }, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={title}
                    {...(index === 0 && { scope: 'row' })}
                    className={classNames(
                      'px-2 py-1.5 font-normal whitespace-nowrap',
                      right ? 'text-right' : 'text-left',
                    )}
                  >
                    {cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
