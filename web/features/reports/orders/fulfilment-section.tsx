import {
  type FulfilmentReport,
  fulfilmentContract,
  fulfilmentDimensions,
} from '#domain/reports/fulfilment/shape.ts'
import { type DefinedFigure, definitions } from '#domain/reports/definitions.ts'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { duration, number, share } from '#web/features/reports/words/number-format.ts'
import { dimensionNames, keyName } from '#domain/reports/words.ts'

type Figures = FulfilmentReport['totals']
type Row = FulfilmentReport['rows'][number]

const time = (seconds: number | null) => (seconds === null ? '–' : duration(seconds))

const figures: readonly {
  figure: DefinedFigure
  of: (row: Figures) => number
  format: (row: Figures) => string
}[] = [
  { figure: 'ordered', of: ({ ordered }) => ordered, format: ({ ordered }) => number(ordered) },
  {
    figure: 'paid',
    of: ({ paid }) => paid,
    format: ({ paid, paidRate }) => `${number(paid)} (${share(paidRate)})`,
  },
  {
    figure: 'medianPaidSeconds',
    of: ({ medianPaidSeconds }) => medianPaidSeconds ?? -1,
    format: ({ medianPaidSeconds }) => time(medianPaidSeconds),
  },
  {
    figure: 'sent',
    of: ({ sent }) => sent,
    format: ({ sent, sentRate }) => `${number(sent)} (${share(sentRate)})`,
  },
  {
    figure: 'medianSentSeconds',
    of: ({ medianSentSeconds }) => medianSentSeconds ?? -1,
    format: ({ medianSentSeconds }) => time(medianSentSeconds),
  },
  { figure: 'failed', of: ({ failed }) => failed, format: ({ failed }) => number(failed) },
  { figure: 'withdrawn', of: ({ withdrawn }) => withdrawn, format: ({ withdrawn }) => number(withdrawn) },
  { figure: 'refunded', of: ({ refunded }) => refunded, format: ({ refunded }) => number(refunded) },
]

/** Section with orders, payments and posted letters by campaign, source or medium. */
export function FulfilmentSection() {
  const { filters, search, set } = useFilters()
  const by = fulfilmentDimensions.find((name) => name === search.get('versand')) ?? 'campaign'
  const query = { ...rangeParams(filters), funnel: filters.funnel, by }
  const state = useReport(fulfilmentContract, query)
  return (
    <ReportSection
      title="Von der Bestellung zum Brief"
      about="Nach dem Tag, an dem der Antrag begonnen wurde. Bezahlt zählt auch, was später widerrufen, erstattet oder nicht versandt wurde; die Zeiten sind Mediane, bis zum Versand ab der Zahlung."
      state={state}
      isEmpty={({ totals }) => totals.ordered === 0}
      empty="In diesem Zeitraum wurde nichts bestellt."
      csv={csvAddress(fulfilmentContract, query)}
      tools={
        <ChoiceButtons
          label="Aufschlüsseln nach"
          options={fulfilmentDimensions.map((value) => ({ value, name: dimensionNames[value] }))}
          chosen={by}
          onChoose={(value) => set({ versand: value })}
        />
      }
    >
      {({ rows, totals }) => (
        <DataTable
          caption={`Von der Bestellung zum Brief nach ${dimensionNames[by]}`}
          rows={rows}
          rowKey={({ key }) => key}
          columns={[
            {
              title: dimensionNames[by],
              wraps: true,
              sortBy: ({ key }: Row) => key,
              renderCell: ({ key }: Row) => <span className="break-words">{keyName(key)}</span>,
            },
            ...figures.map(({ figure, of, format }) => ({
              title: definitions[figure].name,
              figure,
              numeric: true,
              sortBy: of,
              renderCell: format,
            })),
          ]}
          totals={['Zusammen', ...figures.map(({ format }) => format(totals))]}
        />
      )}
    </ReportSection>
  )
}
