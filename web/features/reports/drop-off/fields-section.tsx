import { type FieldsReport, fieldsContract } from '#domain/reports/drop-off/shape.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { euro, number, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { ShareBar } from '#web/features/reports/blocks/share-bar.tsx'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { ruleName, shortened, stepTitle } from '#web/features/reports/words/words.ts'
import type { DropOffParams } from './comparison.ts'
import { countedVersions } from './versions.tsx'

type Row = FieldsReport['rows'][number]

/** Section with the fields and rules at which visitors give up, and an upper bound for the lost revenue. */
export function FieldsSection({ params }: { params: DropOffParams }) {
  const state = useReport(fieldsContract, params)
  return (
    <ReportSection
      title="Felder, die aufhalten"
      about="Wer im Schritt einen Fehler sah und nie darüber hinauskam, hat dort aufgegeben. Ein Lauf kann an mehreren Feldern stehen; die Beträge darf man deshalb nicht zusammenzählen."
      state={state}
      csv={csvAddress(fieldsContract, params)}
      isEmpty={({ rows }) => rows.length === 0}
      empty="In diesem Zeitraum wurde niemand von einem Feld aufgehalten."
    >
      {({ rows, funnel, ...counted }) => (
        <>
          <Costliest row={rows.toSorted((a, b) => b.gaveUp - a.gaveUp)[0]} />
          <FieldsTable
            rows={rows}
            funnel={funnel}
            params={{ ...params, funnelVersion: countedVersions(counted) }}
          />
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

function FieldsTable({
  rows,
  funnel,
  params,
}: {
  rows: readonly Row[]
  funnel: string
  params: DropOffParams
}) {
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
