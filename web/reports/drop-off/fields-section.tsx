import { type FieldsReport, fieldsSchema } from '#domain/reports/drop-off-shapes.ts'
import { DataTable } from '../blocks/data-table.tsx'
import { type Params, reportAddress } from '../get-report.ts'
import { euro, number, share } from '../number-format.ts'
import { ReportSection } from '../blocks/report-section.tsx'
import { RunsLink } from '../blocks/runs-link.tsx'
import { ShareBar } from '../blocks/share-bar.tsx'
import { useReport } from '../use-report.ts'
import { ruleName, shortened, stepTitle } from '../words.ts'

type Row = FieldsReport['rows'][number]

/** Which field and which rule stops people, and what that costs at most. */
export function FieldsSection({ params }: { params: Params }) {
  const state = useReport('drop-off/fields', params, fieldsSchema)
  return (
    <ReportSection
      title="Felder, die aufhalten"
      about="Wer im Schritt einen Fehler sah und nie darüber hinauskam, hat dort aufgegeben. Ein Lauf kann an mehreren Feldern stehen; die Beträge darf man deshalb nicht zusammenzählen."
      state={state}
      csv={reportAddress('drop-off/fields.csv', params)}
      isEmpty={({ rows }) => rows.length === 0}
      empty="In diesem Zeitraum wurde niemand von einem Feld aufgehalten."
    >
      {({ rows, funnel, funnelVersion }) => (
        <>
          <Costliest row={rows.toSorted((a, b) => b.gaveUp - a.gaveUp)[0]} />
          <FieldsTable rows={rows} funnel={funnel} params={{ ...params, funnelVersion }} />
        </>
      )}
    </ReportSection>
  )
}

function Costliest({ row }: { row: Row | undefined }) {
  if (!row || row.gaveUp === 0) return null
  return (
    <p className="mb-4 max-w-4xl font-semibold">
      Am meisten kostet „{shortened(row.label)}“ ({ruleName(row.rule)}) in Schritt {row.step}:{' '}
      {number(row.gaveUp)} von {number(row.runs)} Betroffenen gaben auf, entgangen sind höchstens{' '}
      {euro(row.lostCents)}.
    </p>
  )
}

function FieldsTable({ rows, funnel, params }: { rows: readonly Row[]; funnel: string; params: Params }) {
  const link = (row: Row, kind: 'invalid' | 'gaveUp', count: number) => (
    <RunsLink
      figure={`${kind}:${row.step}:${row.field}:${row.rule}`}
      params={params}
      count={count}
      about={`${kind === 'invalid' ? 'betroffen' : 'aufgegeben'}: ${shortened(row.label)} ${ruleName(row.rule)}`}
    />
  )
  return (
    <DataTable
      caption="Felder und Regeln, die aufhalten"
      rows={rows}
      rowKey={({ step, field, rule }) => `${step}:${field}:${rule}`}
      columns={[
        {
          title: 'Feld',
          wraps: true,
          sortBy: ({ label }) => label,
          renderCell: ({ label, rule, step }) => (
            <>
              <span className="font-semibold" title={label}>
                {shortened(label)}
              </span>{' '}
              {ruleName(rule)}
              <span className="block text-muted">
                {step}. {stepTitle(funnel, step)}
              </span>
            </>
          ),
        },
        {
          title: 'Betroffen',
          numeric: true,
          sortBy: ({ runs }) => runs,
          renderCell: (row) => link(row, 'invalid', row.runs),
        },
        {
          title: 'Anteil im Schritt',
          numeric: true,
          sortBy: (row) => row.share,
          renderCell: (row) => (
            <ShareBar share={row.share} alarming>
              {share(row.share)}
            </ShareBar>
          ),
        },
        {
          title: 'Aufgegeben',
          numeric: true,
          sortBy: ({ gaveUp }) => gaveUp,
          renderCell: (row) => (
            <>
              {link(row, 'gaveUp', row.gaveUp)} ({share(row.gaveUpRate)})
            </>
          ),
        },
        {
          title: 'Entgangen, höchstens',
          numeric: true,
          sortBy: ({ lostCents }) => lostCents,
          renderCell: ({ lostCents }) => euro(lostCents),
        },
      ]}
    />
  )
}
