import type { QualityReport } from '#domain/reports/quality/shape.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { instant, number } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import type { ReportState } from '#web/features/reports/data/use-report.ts'
import { funnelName } from '#domain/reports/words.ts'
import { eventName, rejectionReason } from './rejection-words.ts'

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
              renderCell: ({ path, code }) => (
                <>
                  <RejectedPart path={path} code={code} /> {rejectionReason(code)}
                </>
              ),
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

/** Part of the event that was wrong, as the subject of a sentence. */
function RejectedPart({ path, code }: { path: string; code: string }) {
  if (path === '') return 'Das Ereignis'
  if (!code.startsWith('unknown_') || !/^(form|data\.fields)/.test(path))
    return <code className="text-sm">{path}</code>
  const [, name] = /^(?:form|data\.fields)\.(.+)$/.exec(path) ?? []
  return name === undefined ? 'Eine Angabe' : <code className="text-sm">{name}</code>
}
