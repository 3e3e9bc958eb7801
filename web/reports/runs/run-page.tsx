import { useParams } from 'react-router-dom'
import { runSchema } from '#domain/reports/run-shapes.ts'
import { DataTable } from '../blocks/data-table.tsx'
import { ReportSection } from '../blocks/report-section.tsx'
import { instant } from '../number-format.ts'
import { ReportPage } from '../report-page.tsx'
import { useReport } from '../use-report.ts'
import { deliveryStateNames, funnelName, keyName, runStatusNames } from '../words.ts'
import { eventName, told } from './event-words.ts'

/** What the log holds of one run, in its order. */
export function RunPage() {
  const { runId = '' } = useParams()
  const run = useReport(`runs/${encodeURIComponent(runId)}`, {}, runSchema)
  return (
    <ReportPage title="Zeitleiste eines Laufs">
      <ReportSection title={`Lauf ${runId}`} state={run}>
        {({ run: about, bot, events }) => (
          <>
            <p className="mb-3 text-sm">
              {funnelName(about.funnel)} · {runStatusNames[about.status]}
              {about.orderNumber !== null && ` (${about.orderNumber})`} · {keyName(about.device)} ·{' '}
              {about.browser} · Quelle: {keyName(about.source)}
              {bot && ' · von einem Roboter, zählt nicht mit'}
            </p>
            <DataTable
              caption="Ereignisse des Laufs"
              rows={events}
              rowKey={({ position }) => String(position)}
              columns={[
                { title: 'Zeit', renderCell: ({ at }) => instant(at) },
                { title: 'Ereignis', renderCell: ({ type }) => eventName(type) },
                { title: 'Schritt', numeric: true, renderCell: ({ step }) => step },
                { title: 'Angaben', renderCell: ({ data, facts }) => told({ ...data, ...facts }) },
                {
                  title: 'Weiterleitung',
                  renderCell: ({ delivery }) => (delivery ? deliveryStateNames[delivery.state] : '–'),
                },
                { title: 'Position', numeric: true, renderCell: ({ position }) => position },
              ]}
            />
          </>
        )}
      </ReportSection>
    </ReportPage>
  )
}
