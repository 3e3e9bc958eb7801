import { type AttributionModel, attributionModels } from '#domain/attribution/credit-touches.ts'
import type { Returns, RoasReport } from '#domain/reports/roas/shape.ts'
import { modelNames } from '#domain/reports/words.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { credit, euro } from '#web/features/reports/words/number-format.ts'
import { Select } from '#web/ui/form/select.tsx'
import { CampaignName, campaignName } from './campaign-name.tsx'
import { RankingWarning } from './ranking-warning.tsx'
import {
  type Bounded,
  centBounds,
  contributionColour,
  euroBounds,
  exactEuro,
  ratio,
  ratioBounds,
} from './return-words.ts'

interface ReturnsProps {
  report: RoasReport
  model: AttributionModel
}

type Row = RoasReport['rows'][number]

/** Costs and return of the campaigns under one model, with a warning where their order depends on the model. */
export function ReturnsSection({ report, model }: ReturnsProps) {
  const { set } = useFilters()
  if (report.rows.length === 0)
    return <p className="py-6 text-muted">Zu keiner Kampagne mit Kosten kam in diesem Zeitraum jemand.</p>
  return (
    <>
      <RankingWarning turns={report.rankingTurns} />
      <label className="mb-4 block max-w-xs text-sm print:hidden">
        Modell
        <Select value={model} onChange={({ target }) => set({ model: target.value })}>
          {attributionModels.map((value) => (
            <option key={value} value={value}>
              {modelNames[value]}
            </option>
          ))}
        </Select>
      </label>
      <ReturnsTable report={report} model={model} />
      <p className="mt-3 max-w-4xl text-sm text-muted">
        Unter jeder Zahl steht der Bereich, in dem sie mit 95 % Wahrscheinlichkeit liegt; bei wenigen
        Bestellungen ist er breit. Farbig ist ein Deckungsbeitrag nur, wenn der ganze Bereich über oder unter
        null liegt.
      </p>
    </>
  )
}

function ReturnsTable({ report, model }: ReturnsProps) {
  const { rows, totals } = report
  return (
    <DataTable
      caption={`Kosten und Ertrag der Kampagnen, ${modelNames[model]}`}
      rows={rows}
      rowKey={campaignName}
      limit={{ phone: 6, wide: 12 }}
      columns={[
        {
          title: 'Kampagne',
          wraps: true,
          sortBy: campaignName,
          renderCell: (row) => <CampaignName of={row} />,
        },
        {
          title: 'Kosten',
          figure: 'costCents',
          numeric: true,
          sortBy: ({ costCents }: Row) => costCents,
          renderCell: ({ costCents }: Row) => euro(costCents),
        },
        ...figures.map(({ title, figure, valueOf, render }) => ({
          title,
          figure,
          numeric: true,
          sortBy: ({ models }: Row) => valueOf(models[model]),
          renderCell: ({ models }: Row) => render(models[model]),
        })),
      ]}
      totals={[
        'Zusammen',
        euro(totals.costCents),
        ...figures.map(({ render }) => render(totals.models[model])),
      ]}
    />
  )
}

const figures = [
  {
    title: 'Bestellungen',
    figure: 'creditedOrders' as const,
    valueOf: ({ orders }: Returns) => orders,
    render: ({ orders }: Returns) => credit(orders),
  },
  {
    title: 'Umsatz',
    figure: 'creditedNetCents' as const,
    valueOf: ({ netRevenueCents }: Returns) => netRevenueCents,
    render: ({ netRevenueCents }: Returns) => euro(netRevenueCents),
  },
  {
    title: 'je Bestellung',
    figure: 'costPerOrderCents' as const,
    valueOf: ({ costPerOrderCents }: Returns) => costPerOrderCents.value ?? Number.MAX_VALUE,
    render: ({ costPerOrderCents }: Returns) => (
      <Estimated of={costPerOrderCents} value={exactEuro} bounds={centBounds} />
    ),
  },
  {
    title: 'Gedeckt bis',
    figure: 'breakEvenCents' as const,
    valueOf: ({ breakEvenCents }: Returns) => breakEvenCents ?? 0,
    render: ({ breakEvenCents }: Returns) => (breakEvenCents === null ? '–' : euro(breakEvenCents)),
  },
  {
    title: 'ROAS',
    figure: 'roas' as const,
    valueOf: ({ roas }: Returns) => roas.value ?? 0,
    render: ({ roas }: Returns) => <Estimated of={roas} value={ratio} bounds={ratioBounds} />,
  },
  {
    title: 'Deckungsbeitrag',
    figure: 'contributionCents' as const,
    valueOf: ({ contributionCents }: Returns) => contributionCents.value ?? 0,
    render: ({ contributionCents }: Returns) => (
      <span className={contributionColour(contributionCents)}>
        <Estimated of={contributionCents} value={exactEuro} bounds={euroBounds} />
      </span>
    ),
  },
]

interface EstimatedProps {
  of: Bounded
  value: (value: number) => string
  bounds: (of: Bounded) => string
}

/** A figure with its interval below it. */
function Estimated({ of, value, bounds }: EstimatedProps) {
  return (
    <>
      {of.value === null ? '–' : value(of.value)}
      <span className="block text-xs font-normal whitespace-nowrap text-muted print:whitespace-normal">
        {bounds(of)}
      </span>
    </>
  )
}
