import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { number } from '#web/features/reports/words/number-format.ts'
import type { DefinedFigure } from '#domain/reports/definitions.ts'
import { ColumnHeading } from './column-heading.tsx'
import { FigureList } from './figure-list.tsx'
import { type CardLook, cellClass, figuresPerLine, rowHeaderClass } from './cell-look.ts'
import { OrderChoice, type RowOrder, sorted } from './row-order.tsx'
import { type RowLimit, hiddenRow } from './row-limit.ts'

export interface Column<Row> {
  title: string
  renderCell: (row: Row) => ReactNode
  numeric?: boolean
  /** Whether long text may wrap. By default, the cells of a column stay on one line. */
  wraps?: boolean
  /**
   * Makes the column sortable by the returned value. The first click sorts numbers in descending order and text in
   * ascending order.
   */
  sortBy?: (row: Row) => number | string
  inCard?: CardLook
  /** Figure of the column. Its definition is shown by a question mark in the heading. */
  figure?: DefinedFigure
}

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Cells of the totals row at the bottom, one per column. */
  totals?: readonly ReactNode[]
  /** Order of rows that the service sorts; columns with `sortBy` can be chosen. By default, the table sorts its rows. */
  sorting?: { order: RowOrder | undefined; onSort: (order: RowOrder | undefined) => void }
  /** Numbers of rows that are shown at first; the others follow a click. Paper shows all rows. */
  limit?: RowLimit
  /** Whether the cards of a phone have little space between their lines. */
  dense?: boolean
  /** Returns the content to show below a row, or nothing if the row is not expanded. */
  renderDetail?: (row: Row) => ReactNode
}

/**
 * Explicit roles of the table elements. Without them, browsers would drop the table semantics when CSS displays the
 * table as cards. They are spread as props, because the linter would report plain `role` attributes as redundant.
 */
const roleProps = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/** Maximum number of columns that fit on a phone. */
const maxOnPhone = 3

/**
 * Table whose first column contains the row headers. If the table has too many columns for a phone, phones display each
 * row as a card. For assistive technology, it remains a table.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, totals, renderDetail, sorting, limit, dense = false } = props
  const [chosen, setChosen] = useState<RowOrder>()
  const [all, setAll] = useState(false)
  const order = sorting ? sorting.order : chosen
  const setOrder = sorting ? sorting.onSort : setChosen
  const cards = columns.length > maxOnPhone
  const cells = (contentOf: (column: Column<Row>, index: number) => ReactNode) => (
    <tr
      {...roleProps.row}
      className={classNames(
        cards && 'max-sm:flex max-sm:flex-wrap max-sm:gap-x-3',
        cards && !dense && 'max-sm:gap-y-1',
      )}
    >
      {columns.map((column, index) => drawCell(columns, index, contentOf(column, index)))}
    </tr>
  )
  const group = classNames(
    'border-line',
    cards && 'max-sm:block',
    cards && (dense ? 'max-sm:py-0.5 max-sm:leading-[21px]' : 'max-sm:py-2.5'),
  )
  return (
    // The section is focusable, so that a table that is too wide can be scrolled by keyboard.
    <section
      aria-label={caption}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto print:overflow-visible"
    >
      {cards && rows.length > 1 && <OrderChoice columns={columns} order={order} onChoose={setOrder} />}
      <table
        {...roleProps.table}
        className={classNames('w-full border-collapse text-sm print:text-[0.75rem]', cards && 'max-sm:block')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead {...roleProps.rowgroup} className={cards ? 'max-sm:sr-only' : ''}>
          <tr {...roleProps.row} className="border-b-2 border-line align-bottom">
            {columns.map((column, index) => (
              <ColumnHeading
                key={column.title}
                column={column}
                cards={cards}
                order={order?.column === index ? order : undefined}
                onSort={(descending) => setOrder({ column: index, descending })}
              />
            ))}
          </tr>
        </thead>
        {(sorting ? rows : sorted(rows, columns, order)).map((row, index) => {
          const more = renderDetail?.(row)
          return (
            <tbody
              key={rowKey(row)}
              {...roleProps.rowgroup}
              className={classNames(
                group,
                'border-b hover:bg-leaf-50 print:break-inside-avoid',
                !all && limit && hiddenRow(index, limit),
              )}
            >
              {cells((column) => column.renderCell(row))}
              {more !== undefined && more !== null && (
                <tr {...roleProps.row} className={cards ? 'max-sm:block' : ''}>
                  <td
                    {...roleProps.cell}
                    colSpan={columns.length}
                    className="px-2 pb-3 max-sm:block max-sm:p-0"
                  >
                    {more}
                  </td>
                </tr>
              )}
            </tbody>
          )
        })}
        {totals && (
          // Browsers would repeat a footer on each page of paper.
          <tfoot
            {...roleProps.rowgroup}
            className={classNames(
              group,
              'border-t-2 border-t-control font-semibold print:table-row-group print:break-before-avoid',
            )}
          >
            {cells((_, index) => totals[index])}
          </tfoot>
        )}
      </table>
      {limit && !all && rows.length > limit.phone && (
        <Button
          look="link"
          className={classNames('mt-1 print:hidden', rows.length <= limit.wide && 'sm:hidden')}
          onClick={() => setAll(true)}
        >
          Alle {number(rows.length)} Zeilen anzeigen <span className="sr-only">: {caption}</span>
        </Button>
      )}
      {cards && <FigureList figures={columns.flatMap(({ figure }) => figure ?? [])} />}
    </section>
  )
}

function drawCell<Row>(columns: readonly Column<Row>[], index: number, content: ReactNode) {
  const column = columns[index]!
  const cards = columns.length > maxOnPhone
  if (index > 0)
    return (
      <td
        key={column.title}
        {...roleProps.cell}
        data-title={column.title}
        className={classNames(
          cellClass(
            column,
            cards
              ? { figures: figuresPerLine(columns), empty: content === '–' || content === null }
              : undefined,
          ),
          // A column without a sum. Its title would stand alone in the card.
          cards && content === '' && 'max-sm:invisible',
        )}
      >
        {content}
      </td>
    )
  return (
    <th
      key={column.title}
      {...roleProps.rowheader}
      scope="row"
      className={rowHeaderClass(column, columns, cards)}
    >
      {content}
    </th>
  )
}
