import type { QualityReport } from '#domain/reports/quality/shape.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { instant, number } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import type { ReportState } from '#web/features/reports/data/use-report.ts'
import { funnelName } from '#domain/reports/words.ts'
import { eventName, rejectedPart, rejectionReason } from './rejection-words.ts'

/** Section with the number of rejected events by reason. */
export function RejectionsSection({ state }: { state: ReportState<QualityReport> }) {
  return (
    <ReportSection
      title="Abgewiesene Ereignisse"
      about="Aus den letzten 30 Tagen. Was nachgeholt wurde, zählt hier nicht mehr."
      state={state}
      isEmpty={({ rejections }) => rejections.length === 0}
      empty="Es wurde nichts abgewiesen."
    >
      {({ rejections }) => (
        <DataTable
          caption="Abgewiesene Ereignisse nach Grund"
          rows={rejections}
          rowKey={({ type, funnel, path, code }) => [type, funnel, path, code].join('\n')}
          columns={[
            {
              title: 'Grund',
              wraps: true,
              renderCell: (row) => <Reason row={row} />,
            },
            { title: 'Ereignis', inCard: 'bare', renderCell: ({ type }) => eventName(type) },
            { title: 'Antragsart', renderCell: ({ funnel }) => (funnel === null ? '–' : funnelName(funnel)) },
            {
              title: 'Anzahl',
              figure: 'count',
              numeric: true,
              sortBy: ({ count }) => count,
              renderCell: ({ count }) => number(count),
            },
            {
              title: 'Zuletzt',
              numeric: true,
              sortBy: ({ lastAt }) => lastAt,
              renderCell: ({ lastAt }) => instant(lastAt),
            },
          ]}
        />
      )}
    </ReportSection>
  )
}

/** Says what was wrong with an event, and under which name its part is found in the event. */
function Reason({ row }: { row: QualityReport['rejections'][number] }) {
  const { text, name } = rejectedPart(row)
  return (
    <>
      {name === undefined ? text : <code className="text-sm">{name}</code>} {rejectionReason(row.code)}
      {name === undefined && row.path !== '' && (
        <code className="block text-xs font-normal text-muted">{row.path}</code>
      )}
    </>
  )
}
