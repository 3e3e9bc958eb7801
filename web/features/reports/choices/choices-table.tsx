import type { ChoicesReport } from '#domain/reports/choices/shape.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { shortened, stepTitle } from '#domain/reports/words.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { Sparkline } from '#web/features/reports/blocks/sparkline.tsx'
import { number, share } from '#web/features/reports/words/number-format.ts'
import {
  euroInterval,
  pointInterval,
  pointsOf,
  wholeEuro,
} from '#web/features/reports/words/estimate-words.ts'
import { Interval } from '#web/features/reports/words/interval.tsx'

export type ChoiceRow = ChoicesReport['rows'][number]

export interface ChoicesTableProps {
  caption: string
  rows: readonly ChoiceRow[]
  funnel: string
  params: RunsParams
  /** Number of rows that phones show at first. */
  onPhones: number
}

/** Table of choices with their excess loss. */
export function ChoicesTable({ caption, rows, funnel, params, onPhones }: ChoicesTableProps) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ field, value }) => `${field}:${value}`}
      limit={{ phone: onPhones, wide: 5 }}
      columns={[
        {
          title: 'Wahl',
          wraps: true,
          sortBy: ({ label, valueLabel }) => `${label} ${valueLabel}`,
          renderCell: (row) => <Choice row={row} funnel={funnel} />,
        },
        {
          title: definitions.chosen.name,
          figure: 'chosen',
          numeric: true,
          sortBy: ({ runs }) => runs,
          renderCell: (row) => <Runs row={row} of="runs" params={params} />,
        },
        {
          title: definitions.left.name,
          figure: 'left',
          numeric: true,
          sortBy: ({ leftRate }) => leftRate,
          renderCell: (row) => (
            <>
              <Runs row={row} of="left" params={params} /> ({share(row.leftRate)})
            </>
          ),
        },
        {
          title: definitions.othersLeftRate.name,
          figure: 'othersLeftRate',
          numeric: true,
          sortBy: ({ othersLeftRate }) => othersLeftRate ?? -1,
          renderCell: ({ othersLeftRate }) => (othersLeftRate === null ? '–' : share(othersLeftRate)),
        },
        {
          title: definitions.excessRate.name,
          figure: 'excessRate',
          numeric: true,
          inCard: 'line',
          sortBy: ({ excess }) => excess?.rate.value ?? -Infinity,
          renderCell: ({ excess }) =>
            excess === null ? (
              '–'
            ) : (
              <>
                {pointsOf(excess.rate.value)} <Interval>{pointInterval(excess.rate)}</Interval>
              </>
            ),
        },
        {
          title: definitions.choiceCost.name,
          figure: 'choiceCost',
          numeric: true,
          inCard: 'line',
          sortBy: ({ excess }) => excess?.revenueCents.value ?? -Infinity,
          renderCell: (row) => <Cost row={row} />,
        },
        {
          title: definitions.excessOrdersByDay.name,
          figure: 'excessOrdersByDay',
          renderCell: ({ excessOrdersByDay, label, valueLabel }) =>
            excessOrdersByDay.length > 0 && (
              <Sparkline
                values={excessOrdersByDay}
                label={`Mehrverlust, ${shortened(label)}: ${valueLabel}`}
              />
            ),
        },
      ]}
    />
  )
}

function Choice({ row: { label, valueLabel, step, initial }, funnel }: { row: ChoiceRow; funnel: string }) {
  return (
    <>
      <span className="font-semibold">{valueLabel}</span>
      {initial && <span className="text-muted"> (voreingestellt)</span>}
      <span className="block text-muted" title={label}>
        {shortened(label)}
        {step > 0 && `, ${step}. ${stepTitle(funnel, step)}`}
      </span>
    </>
  )
}

interface RunsProps {
  row: ChoiceRow
  of: 'runs' | 'left'
  params: RunsParams
}

/** Number of the runs with a choice, or of those that left, with a link to their list. */
function Runs({ row, of, params }: RunsProps) {
  const { step, field, value, label, valueLabel } = row
  const about = `${of === 'runs' ? 'Anträge' : 'gegangen'}: ${shortened(label)} ${valueLabel}`
  // Steps begin with 1; the others are properties of the visit, by which lists are filtered.
  const listed =
    step > 0
      ? {
          figure: `choice:${field}:${value}`,
          params: of === 'left' ? { ...params, outcome: 'abandoned' as const } : params,
        }
      : { figure: of === 'left' ? 'abandoned' : 'runs', params: { ...params, [field]: value } }
  return <RunsLink {...listed} count={row[of]} about={about} />
}

/** What the excess loss amounts to, with its interval, or why nothing is said. */
function Cost({ row: { initial, certain, excess } }: { row: ChoiceRow }) {
  if (initial) return <span className="text-muted">Vergleichswert</span>
  if (excess === null) return <span className="text-muted">zu wenige Anträge</span>
  if (excess.revenueCents.high <= 0) return <span className="text-muted">kein Mehrverlust</span>
  if (!certain)
    return (
      <>
        <span className="text-muted">nicht sicher</span>{' '}
        <Interval>{euroInterval(excess.revenueCents)}</Interval>
      </>
    )
  return (
    <>
      <span className="font-semibold">
        {number(Math.round(excess.orders.value))} Bestellungen,{' '}
        <span className="sm:block">{wholeEuro(excess.revenueCents.value)}</span>
      </span>{' '}
      <Interval>{euroInterval(excess.revenueCents)}</Interval>
    </>
  )
}
