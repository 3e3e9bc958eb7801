import { useId } from 'react'
import { Select } from '#web/ui/form/select.tsx'

export interface RowOrder {
  column: number
  descending: boolean
}

interface Sortable<Row> {
  title: string
  numeric?: boolean
  sortBy?: (row: Row) => number | string
}

interface OrderChoiceProps<Row> {
  columns: readonly Sortable<Row>[]
  order: RowOrder | undefined
  onChoose: (order: RowOrder | undefined) => void
}

/** Control for sorting rows that are displayed as cards, because cards have no column headers to click. */
export function OrderChoice<Row>({ columns, order, onChoose }: OrderChoiceProps<Row>) {
  const id = useId()
  const choices = columns.flatMap(({ title, numeric = false, sortBy }, column) =>
    sortBy ? [numeric, !numeric].map((descending) => ({ title, column, descending })) : [],
  )
  if (choices.length === 0) return null
  const chosen = choices.findIndex(
    ({ column, descending }) => column === order?.column && descending === order.descending,
  )
  return (
    <div className="mb-1 flex items-center gap-2 border-b border-line pb-3 text-sm sm:hidden print:hidden">
      <label htmlFor={id} className="shrink-0 text-muted">
        Sortieren
      </label>
      <div className="min-w-0 flex-1">
        <Select
          id={id}
          className="text-sm"
          value={chosen}
          onChange={({ target }) => onChoose(choices[Number(target.value)])}
        >
          <option value={-1}>wie im Bericht</option>
          {choices.map(({ title, descending }, index) => (
            <option key={`${title}${descending}`} value={index}>
              {title}, {descending ? 'absteigend' : 'aufsteigend'}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}

export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  order: RowOrder | undefined,
): readonly Row[] {
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
