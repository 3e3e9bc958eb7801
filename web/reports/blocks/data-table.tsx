import { type ReactNode, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { cellClass, figuresPerLine, headingClass, headLook } from './cell-look.ts'
import { OrderChoice, type RowOrder, sorted } from './row-order.tsx'

export interface Column<Row> {
  title: string
  renderCell: (row: Row) => ReactNode
  numeric?: boolean
  /** For text of any length; other cells stay on one line. */
  wraps?: boolean
  /** Makes the column sortable; numbers begin with the highest. */
  sortBy?: (row: Row) => number | string
  /** In a card: `beside` its head, or `bare`, without the title, because the value says by itself what it is. */
  inCard?: 'beside' | 'bare'
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

/** A browser may forget what the parts of a table are once they are drawn as cards; the linter takes it for said twice. */
const said = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/** Columns that a phone has room for. */
const mostOnPhone = 3

/**
 * A table; on a phone, where it would be too wide, a card a row, and for assistive technology a table still. The first
 * column is the head of each row.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, totals, renderDetail } = props
  const [order, setOrder] = useState<RowOrder>()
  const cards = columns.length > mostOnPhone
  const cells = (contentOf: (column: Column<Row>, index: number) => ReactNode) => (
    <tr {...said.row} className={cards ? 'max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1' : ''}>
      {columns.map((column, index) => drawCell(columns, index, contentOf(column, index)))}
    </tr>
  )
  const group = classNames('border-line', cards && 'max-sm:block max-sm:py-2.5')
  return (
    // Scrollable where it is too wide all the same, so it must be reachable by keyboard.
    <section
      aria-label={caption}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto print:overflow-visible"
    >
      {cards && rows.length > 1 && <OrderChoice columns={columns} order={order} onChoose={setOrder} />}
      <table
        {...said.table}
        className={classNames('w-full border-collapse text-sm', cards && 'max-sm:block')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead {...said.rowgroup} className={cards ? 'max-sm:sr-only' : ''}>
          <tr {...said.row} className="border-b-2 border-line align-bottom">
            {columns.map((column, index) => (
              <Heading
                key={column.title}
                column={column}
                cards={cards}
                order={order?.column === index ? order : undefined}
                onSort={(descending) => setOrder({ column: index, descending })}
              />
            ))}
          </tr>
        </thead>
        {sorted(rows, columns, order).map((row) => {
          const more = renderDetail?.(row)
          return (
            <tbody
              key={rowKey(row)}
              {...said.rowgroup}
              className={classNames(group, 'border-b hover:bg-leaf-50')}
            >
              {cells((column) => column.renderCell(row))}
              {more !== undefined && more !== null && (
                <tr {...said.row} className={cards ? 'max-sm:block' : ''}>
                  <td {...said.cell} colSpan={columns.length} className="px-2 pb-3 max-sm:block max-sm:p-0">
                    {more}
                  </td>
                </tr>
              )}
            </tbody>
          )
        })}
        {totals && (
          <tfoot
            {...said.rowgroup}
            className={classNames(group, 'border-t-2 border-t-control font-semibold')}
          >
            {cells((_, index) => totals[index])}
          </tfoot>
        )}
      </table>
    </section>
  )
}

function drawCell<Row>(columns: readonly Column<Row>[], index: number, content: ReactNode) {
  const column = columns[index]!
  const cards = columns.length > mostOnPhone
  if (index > 0)
    return (
      <td
        key={column.title}
        {...said.cell}
        data-title={column.title}
        className={cellClass(
          column,
          cards
            ? { figures: figuresPerLine(columns), empty: content === '–' || content === null }
            : undefined,
        )}
      >
        {content}
      </td>
    )
  return (
    <th key={column.title} {...said.rowheader} scope="row" className={headLook(column, columns, cards)}>
      {content}
    </th>
  )
}

interface HeadingProps<Row> {
  column: Column<Row>
  cards: boolean
  order: RowOrder | undefined
  onSort: (descending: boolean) => void
}

function Heading<Row>({ column, cards, order, onSort }: HeadingProps<Row>) {
  const { title, numeric, sortBy } = column
  const next = order ? !order.descending : Boolean(numeric)
  return (
    <th
      {...said.columnheader}
      scope="col"
      aria-sort={order ? (order.descending ? 'descending' : 'ascending') : undefined}
      className={headingClass(column)}
    >
      {sortBy && (
        <button
          type="button"
          onClick={() => onSort(next)}
          className={classNames(
            'cursor-pointer rounded-sm hover:text-ink hover:underline',
            numeric && 'text-right',
            // Above cards nobody sees it, and what cannot be seen must not be focused; there the order is chosen.
            cards && 'max-sm:hidden',
          )}
        >
          {title}
          <span aria-hidden="true" className={order ? 'ml-1' : 'ml-1 opacity-40 max-sm:hidden print:hidden'}>
            {order ? (order.descending ? '▾' : '▴') : '↕'}
          </span>
        </button>
      )}
      {sortBy ? cards && <span className="sm:hidden">{title}</span> : title}
    </th>
  )
}
