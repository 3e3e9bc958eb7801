import { type ConversionState, conversionStates } from '#domain/conversions/conversion.ts'
import { type ConversionRow, type ConversionsReport, maxCounted } from '#domain/reports/conversions/shape.ts'
import type { DefinedFigure } from '#domain/reports/definitions.ts'
import { funnelName } from '#domain/reports/words.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { ListSums } from '#web/features/reports/blocks/list-sums.tsx'
import { RunLink } from '#web/features/reports/blocks/run-link.tsx'
import { PageLinks } from '#web/features/reports/filters/page-links.tsx'
import { euro, instant, number } from '#web/features/reports/words/number-format.ts'
import { Select } from '#web/ui/form/select.tsx'
import { figureOf, stateName } from './conversion-words.ts'

interface SectionProps {
  report: ConversionsReport
  /** The chosen state; all if undefined. */
  state: ConversionState | undefined
  onChoose: (state: ConversionState | undefined) => void
}

/** Numbers of the paid orders by what the platform learns of them, and their list. */
export function ConversionsSection({ report, state, onChoose }: SectionProps) {
  const { orders, states, reportedCents, isWhole, rows, nextCursor } = report
  return (
    <>
      <ListSums
        label="Bezahlte Bestellungen nach ihrer Rückmeldung"
        sums={[
          ['paidOrders', number(orders)],
          ...conversionStates.map(
            (one) => [figureOf(one), number(states[one])] satisfies [DefinedFigure, string],
          ),
          ['conversionCents', euro(reportedCents)],
        ]}
      />
      {!isWhole && (
        <p className="mb-4 text-sm">Gezählt sind nur die neuesten {number(maxCounted)} Bestellungen.</p>
      )}
      <label className="mb-4 block max-w-xs text-sm print:hidden">
        Rückmeldung
        <Select
          value={state ?? ''}
          onChange={({ target }) => onChoose(conversionStates.find((one) => one === target.value))}
        >
          <option value="">alle</option>
          {conversionStates.map((one) => (
            <option key={one} value={one}>
              {stateName(one)} ({number(states[one])})
            </option>
          ))}
        </Select>
      </label>
      {rows.length === 0 ? (
        <p className="py-4 text-muted">
          Auf dieser Seite der Liste steht keine Bestellung mit dieser Rückmeldung.
        </p>
      ) : (
        <ConversionsTable rows={rows} />
      )}
      <PageLinks nextCursor={nextCursor} />
    </>
  )
}

/** States of orders whose value the platform learns, or has learned. */
const hasValue: ReadonlySet<ConversionState> = new Set(['available', 'reported', 'retracted'])

function ConversionsTable({ rows }: { rows: readonly ConversionRow[] }) {
  return (
    <DataTable
      caption="Bezahlte Bestellungen"
      rows={rows}
      rowKey={({ orderNumber }) => orderNumber}
      dense
      limit={{ phone: 25, wide: Infinity }}
      columns={[
        {
          title: 'Nummer',
          renderCell: ({ orderNumber, runId }) => <RunLink runId={runId}>{orderNumber}</RunLink>,
        },
        { title: 'Zeit', inCard: 'bare', renderCell: ({ time }) => instant(time) },
        { title: 'Antragsart', inCard: 'bare', renderCell: ({ funnel }) => funnelName(funnel) },
        {
          title: 'Preis',
          figure: 'priceCents',
          numeric: true,
          inCard: 'beside',
          renderCell: ({ priceCents }) => euro(priceCents),
        },
        {
          title: 'Wert',
          figure: 'conversionCents',
          numeric: true,
          renderCell: ({ state, conversionCents }) => (hasValue.has(state) ? euro(conversionCents) : '–'),
        },
        {
          title: 'Rückmeldung',
          inCard: 'line',
          renderCell: ({ state, retractedAt }) =>
            state === 'retracted' && retractedAt !== null
              ? `${stateName(state)} (${instant(retractedAt)})`
              : stateName(state),
        },
      ]}
    />
  )
}
