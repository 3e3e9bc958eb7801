import { Link } from 'react-router-dom'
import { type AttributionModel, attributionModels } from '#domain/attribution/credit-touches.ts'
import type { ModelsReport } from '#domain/reports/attribution/shape.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { changedSearch } from '#web/features/reports/filters/filters.ts'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { dimensionNames, keyName, modelNames } from '#domain/reports/words.ts'
import {
  type Credits,
  type Measure,
  againstLast,
  differsFromLast,
  measures,
  modelFigures,
  sameTotals,
} from './models.ts'

type Row = ModelsReport['rows'][number]

interface ModelsTableProps {
  report: ModelsReport
  params: RunsParams
}

/** Table of one measure with a column per model. */
export function ModelsTable({ measure, ...props }: ModelsTableProps & { measure: Measure }) {
  const { report } = props
  const { of, format, name } = measures[measure]
  return (
    <DataTable
      caption={`${name} nach ${dimensionNames[report.by]} in fünf Modellen`}
      rows={report.rows}
      rowKey={({ key }) => key}
      limit={{ phone: 8, wide: 12 }}
      columns={[
        {
          title: dimensionNames[report.by],
          wraps: true,
          sortBy: ({ key }) => key,
          renderCell: (row) => <Key row={row} report={report} />,
        },
        ...attributionModels.map((model) => ({
          title: modelNames[model],
          figure: modelFigures[model],
          numeric: true,
          sortBy: ({ models }: Row) => of(models[model]),
          renderCell: (row: Row) => (
            <>
              <Difference report={report} row={row} model={model} measure={measure} />{' '}
              <Value {...props} row={row} model={model} measure={measure} />
            </>
          ),
        })),
      ]}
      totals={[
        sameTotals(report.totals, measure) ? 'Zusammen, in allen Modellen gleich' : 'Zusammen',
        ...attributionModels.map((model) => format(of(report.totals[model]))),
      ]}
    />
  )
}

/** Table of orders, revenue and conversion rate under one model, for narrow screens. */
export function OneModelTable({ model, ...props }: ModelsTableProps & { model: AttributionModel }) {
  const { report } = props
  const shown = ['orders', 'revenue', 'conversion'] as const
  return (
    <DataTable
      caption={`${modelNames[model]} nach ${dimensionNames[report.by]}`}
      rows={report.rows}
      rowKey={({ key }) => key}
      limit={{ phone: 8, wide: 12 }}
      columns={[
        {
          title: dimensionNames[report.by],
          wraps: true,
          renderCell: (row) => <Key row={row} report={report} />,
        },
        ...shown.map((measure) => ({
          title: measures[measure].name,
          figure: (
            {
              orders: 'creditedOrders',
              revenue: 'creditedNetCents',
              conversion: report.dayOf === 'order' ? 'conversionOfStarted' : 'conversionRate',
            } as const
          )[measure],
          numeric: true,
          sortBy: ({ models }: Row) => measures[measure].of(models[model]),
          renderCell: (row: Row) => <Value {...props} row={row} model={model} measure={measure} />,
        })),
      ]}
      totals={[
        'Zusammen',
        ...shown.map((measure) => measures[measure].format(measures[measure].of(report.totals[model]))),
      ]}
    />
  )
}

/** Name of a row, such as a source or campaign. The name of a source links to the campaigns of that source. */
function Key({ row, report }: { row: Row; report: ModelsReport }) {
  const { search } = useFilters()
  const name = <span className="break-words">{keyName(row.key)}</span>
  if (report.by !== 'source') return name
  return (
    <Link
      to={`?${changedSearch(search, { by: 'campaign', source: row.key })}`}
      className="text-leaf-800 underline decoration-leaf-200 underline-offset-4 hover:decoration-leaf-700"
    >
      {name}
      <span className="sr-only"> – Kampagnen dieser Quelle</span>
    </Link>
  )
}

interface ValueProps extends ModelsTableProps {
  row: Row
  model: AttributionModel
  measure: Measure
}

function Value({ row, model, measure, report, params }: ValueProps) {
  const { of, format, name } = measures[measure]
  const credits: Credits = row.models[model]
  const text = format(of(credits))
  const isPlaced = report.dayOf === 'order' && measure !== 'runs'
  // A rate has no link, because it is not a number of runs.
  if (measure === 'conversion') return text
  return (
    <RunsLink
      figure={`credit:${model}:${report.by}:${row.key}`}
      params={isPlaced ? params : { ...params, dayOf: undefined }}
      count={isPlaced ? credits.orders : credits.runs + credits.orders}
      text={text}
      about={`${name}, ${keyName(row.key)}, ${modelNames[model]}`}
    />
  )
}

/** Difference to the model `last`. It is coloured only if chance does not explain it. */
function Difference({ report, row, model, measure }: Omit<ValueProps, 'params'>) {
  const { of } = measures[measure]
  const [credits, last] = [row.models[model], row.models.last]
  const text = againstLast(measure, of(credits), of(last))
  if (text === undefined) return null
  const severalContacts = report.severalContacts?.orders ?? 0
  const isClear = differsFromLast(measure, { credits, last, totals: report.totals.last, severalContacts })
  const colour = of(credits) > of(last) ? 'bg-leaf-50 text-leaf-800' : 'bg-alarm-soft text-alarm'
  return (
    <span
      title="gegenüber „Letzter Kontakt“"
      className={`ml-auto w-fit rounded-sm px-1 max-xl:block print:inline ${isClear ? colour : 'text-muted'}`}
    >
      {text}
    </span>
  )
}
