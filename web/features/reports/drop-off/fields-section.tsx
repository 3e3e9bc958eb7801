import { type FieldsReport, fieldsContract } from '#domain/reports/drop-off/shape.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { Sparkline } from '#web/features/reports/blocks/sparkline.tsx'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { ruleName, shortened, stepTitle } from '#domain/reports/words.ts'
import { euroInterval, wholeEuro } from '#web/features/reports/words/estimate-words.ts'
import { Interval } from '#web/features/reports/words/interval.tsx'
import type { DropOffParams } from './comparison.ts'
import { countedVersions } from './versions.tsx'

type Row = FieldsReport['rows'][number]

/** Section with the fields and rules at which visitors give up, and what their messages probably cost. */
export function FieldsSection({ params }: { params: DropOffParams }) {
  const state = useReport(fieldsContract, params)
  return (
    <ReportSection
      title="Felder, die aufhalten"
      about="Verglichen werden Anträge mit der Meldung und Anträge desselben Schritts, derselben Tage und Geräte ohne sie. Ein Antrag kann mehrere Meldungen sehen; die Beträge darf man deshalb nicht zusammenzählen."
      state={state}
      csv={csvAddress(fieldsContract, params)}
      isEmpty={({ rows }) => rows.length === 0}
      empty="In diesem Zeitraum wurde niemand von einem Feld aufgehalten."
    >
      {({ rows, funnel, ...counted }) => (
        <>
          <Costliest rows={rows} />
          <FieldsTable
            rows={certainFirst(rows)}
            funnel={funnel}
            params={{ ...params, funnelVersion: countedVersions(counted) }}
          />
        </>
      )}
    </ReportSection>
  )
}

/** Returns the estimated cost of a message in cents. Messages without an estimate come last. */
function costOf({ excess }: Row): number {
  return excess?.revenueCents.value ?? -Infinity
}

const isCertain = ({ excess }: Row) => excess !== null && excess.revenueCents.low > 0

/** Returns the rows with the highest cost first, those whose loss is not due to chance before the others. */
function certainFirst(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => Number(isCertain(b)) - Number(isCertain(a)) || costOf(b) - costOf(a))
}

/** Sentence about the message that costs the most, among those whose loss is not due to chance. */
function Costliest({ rows }: { rows: readonly Row[] }) {
  const row = certainFirst(rows).find(isCertain)
  if (!row?.excess)
    return (
      <p className="mb-4 max-w-4xl font-semibold">
        Bei keiner Meldung gingen sicher mehr Anträge verloren als ohne sie.
      </p>
    )
  return (
    <p className="mb-4 max-w-4xl font-semibold">
      Am meisten kostet „{shortened(row.label)}“ ({ruleName(row.rule)}) in Schritt {row.step}: etwa{' '}
      {wholeEuro(row.excess.revenueCents.value)} ({euroInterval(row.excess.revenueCents)}).{' '}
      {share(row.gaveUpRate)} der Betroffenen gaben auf, ohne die Meldung {share(row.othersRate ?? 0)}.
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
      limit={{ phone: Math.min(3, Math.max(1, rows.filter(isCertain).length)), wide: 8 }}
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
          title: definitions.affected.name,
          figure: 'affected',
          numeric: true,
          sortBy: ({ runs }) => runs,
          renderCell: (row) => link(row, 'invalid', row.runs),
        },
        {
          title: definitions.gaveUp.name,
          figure: 'gaveUp',
          numeric: true,
          sortBy: ({ gaveUp }) => gaveUp,
          renderCell: (row) => (
            <>
              {link(row, 'gaveUp', row.gaveUp)} ({share(row.gaveUpRate)})
            </>
          ),
        },
        {
          title: definitions.othersRate.name,
          figure: 'othersRate',
          numeric: true,
          sortBy: ({ othersRate }) => othersRate ?? -1,
          renderCell: ({ othersRate }) => (othersRate === null ? '–' : share(othersRate)),
        },
        {
          title: definitions.excessCents.name,
          figure: 'excessCents',
          numeric: true,
          inCard: 'line',
          sortBy: costOf,
          renderCell: (row) => <Cost row={row} />,
        },
        {
          title: definitions.runsByDay.name,
          figure: 'runsByDay',
          renderCell: ({ runsByDay, label, rule }) => (
            <Sparkline values={runsByDay} label={`${shortened(label)} ${ruleName(rule)}`} />
          ),
        },
      ]}
    />
  )
}

/** Estimated cost with its interval, or why there is none. */
function Cost({ row }: { row: Row }) {
  const { excess } = row
  if (excess === null) return <span className="text-muted">zu wenige Anträge</span>
  const certain = isCertain(row)
  return (
    <>
      <span className={certain ? 'font-semibold' : 'text-muted'}>
        {certain ? wholeEuro(excess.revenueCents.value) : 'nicht sicher'}
      </span>{' '}
      <Interval>{euroInterval(excess.revenueCents)}</Interval>
    </>
  )
}
