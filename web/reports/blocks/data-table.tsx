import { type ReactNode, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export interface Column<Row> {
  title: string
  renderCell: (row: Row) => ReactNode
  numeric?: boolean
  /** For text of any length; other cells stay on one line. */
  wraps?: boolean
  /** Makes the column sortable; numbers begin with the highest. */
  sortBy?: (row: Row) => number | string
}

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Cells of a last row, one a column. */
  totals?: readonly ReactNode[]
  /** A line below a row, for what is opened there. */
  renderDetail?: (row: Row) => ReactNode
}

interface Order {
  column: number
  descending: boolean
}

/** A table that scrolls in itself where it is too wide. The first column is the head of each row. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  totals,
  renderDetail,
}: DataTableProps<Row>) {
  const [order, setOrder] = useState<Order>()
  return (
    // Scrollable, so it must be reachable by keyboard.
    <section
      aria-label={caption}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto print:overflow-visible"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b-2 border-line align-bottom">
            {columns.map((column, index) => (
              <Heading
                key={column.title}
                column={column}
                order={order?.column === index ? order : undefined}
                onSort={(descending) => setOrder({ column: index, descending })}
              />
            ))}
          </tr>
        </thead>
        {sorted(rows, columns, order).map((row) => {
          const more = renderDetail?.(row)
          return (
            <tbody key={rowKey(row)} className="border-b border-line hover:bg-leaf-50">
              <tr>{columns.map((column, index) => drawCell(column, column.renderCell(row), index))}</tr>
              {more !== undefined && more !== null && (
                <tr>
                  <td colSpan={columns.length} className="px-2 pb-3">
                    {more}
                  </td>
                </tr>
              )}
            </tbody>
          )
        })}
        {totals && (
          <tfoot className="border-t-2 border-control font-semibold">
            <tr>{columns.map((column, index) => drawCell(column, totals[index], index))}</tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

const cellClass = ({ numeric, wraps }: { numeric?: boolean; wraps?: boolean }) =>
  classNames(
    'px-1.5 py-2 first:pl-0 last:pr-0 sm:px-3',
    numeric ? 'text-right tabular-nums' : 'text-left',
    wraps ? 'min-w-24 sm:min-w-32' : 'whitespace-nowrap',
  )

function drawCell<Row>(column: Column<Row>, content: ReactNode, index: number) {
  if (index > 0)
    return (
      <td key={column.title} className={cellClass(column)}>
        {content}
      </td>
    )
  return (
    <th key={column.title} scope="row" className={classNames(cellClass(column), 'font-normal')}>
      {content}
    </th>
  )
}

interface HeadingProps<Row> {
  column: Column<Row>
  order: Order | undefined
  onSort: (descending: boolean) => void
}

function Heading<Row>({ column, order, onSort }: HeadingProps<Row>) {
  const { title, numeric, sortBy } = column
  const next = order ? !order.descending : Boolean(numeric)
  return (
    <th
      scope="col"
      aria-sort={order ? (order.descending ? 'descending' : 'ascending') : undefined}
      className={classNames(cellClass({ ...column, wraps: true }), 'font-semibold text-muted')}
    >
      {sortBy ? (
        <button
          type="button"
          onClick={() => onSort(next)}
          className={classNames(
            'cursor-pointer rounded-sm hover:text-ink hover:underline',
            numeric && 'text-right',
          )}
        >
          {title}
          <span aria-hidden="true" className={order ? 'ml-1' : 'ml-1 opacity-40 max-sm:hidden print:hidden'}>
            {order ? (order.descending ? '▾' : '▴') : '↕'}
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order | undefined) {
  const sortBy = order && columns[order.column]?.sortBy
  if (!sortBy) return rows
  const up = rows.toSorted((a, b) => {
    const [one, other] = [sortBy(a), sortBy(b)]
    return typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other), 'de')
  })
  return order.descending ? up.toReversed() : up
}
