import { classNames } from '#web/ui/class-names.ts'
import type { DefinedFigure } from '#domain/reports/definitions.ts'
import { headingClass } from './cell-look.ts'
import { DefinitionHelp } from './definition-help.tsx'
import type { RowOrder } from './row-order.tsx'

interface HeadedColumn {
  title: string
  numeric?: boolean
  wraps?: boolean
  /** Present if the column is sortable. */
  sortBy?: unknown
  figure?: DefinedFigure
}

interface ColumnHeadingProps {
  column: HeadedColumn
  cards: boolean
  order: RowOrder | undefined
  onSort: (descending: boolean) => void
}

/** Explicit like the other roles of the table; see there. */
const headingRole = { role: 'columnheader' } as const

/** Heading of a column, with a button that sorts by it and the definition of its figure. */
export function ColumnHeading({ column, cards, order, onSort }: ColumnHeadingProps) {
  const { title, numeric = false, sortBy, figure } = column
  const next = order ? !order.descending : numeric
  return (
    <th
      {...headingRole}
      scope="col"
      aria-sort={order ? (order.descending ? 'descending' : 'ascending') : undefined}
      className={headingClass(column)}
    >
      {sortBy !== undefined && (
        <button
          type="button"
          onClick={() => onSort(next)}
          className={classNames(
            'min-h-6 min-w-6 cursor-pointer rounded-sm hover:text-ink hover:underline',
            numeric && 'text-right',
            // Hidden while the rows are displayed as cards, because `OrderChoice` replaces the button.
            cards && 'max-sm:hidden',
            // Browsers leave out buttons where they repeat the headings on the next page of paper.
            'print:hidden',
          )}
        >
          {title}
          <span aria-hidden="true" className={order ? 'ml-1' : 'ml-1 opacity-40 max-sm:hidden'}>
            {order ? (order.descending ? '▾' : '▴') : '↕'}
          </span>
        </button>
      )}
      {sortBy ? (
        <span className={cards ? 'sm:hidden print:inline' : 'hidden print:inline'}>{title}</span>
      ) : (
        title
      )}
      {figure && (
        // Hidden while the rows are displayed as cards; `FigureList` is shown instead.
        <span className={cards ? 'max-sm:hidden' : ''}>
          <DefinitionHelp of={figure} />
        </span>
      )}
    </th>
  )
}
