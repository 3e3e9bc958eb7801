import { useState } from 'react'
import { deliveryStates } from '#domain/reports/report-shapes.ts'
import { type DeliveriesReport, deliveriesSchema } from '#domain/reports/quality-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceButtons } from '../blocks/choice-buttons.tsx'
import { reportAddress } from '../get-report.ts'
import { instant, number } from '../number-format.ts'
import { ReportSection } from '../blocks/report-section.tsx'
import { PageLinks } from '../page-links.tsx'
import { useFilters } from '../use-filters.ts'
import { useReport } from '../use-report.ts'
import { deliveryStateNames } from '../words.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { refusalOf, useDeliveryCommand } from './use-delivery-commands.ts'

/** Whether the messages to the webhook arrive, and what can be done when they do not. */
export function DeliveriesSection() {
  const { search, set } = useFilters()
  const cursor = search.get('ab')
  const state = deliveryStates.find((one) => one === search.get('zustellung'))
  const params = { state, cursor: cursor ?? undefined }
  const report = useReport('deliveries', params, deliveriesSchema, { every: 5000 })
  const show = (value: string) => set({ zustellung: value === 'alle' ? undefined : value, ab: undefined })
  return (
    <ReportSection
      title="Zustellung"
      state={report}
      csv={reportAddress('deliveries.csv', { state })}
      isEmpty={({ configured, rows, counts }) =>
        !configured && rows.length === 0 && Object.values(counts).every((count) => count === 0)
      }
      empty="Es ist kein Webhook eingerichtet; niemandem wird etwas zugestellt."
    >
      {({ stopped, counts, rows, nextCursor }) => (
        <>
          {stopped && <Stopped {...stopped} />}
          <ChoiceButtons
            label="Zustand der Nachrichten"
            chosen={state ?? 'alle'}
            onChoose={show}
            options={[
              { value: 'alle', name: `Alle ${number(Object.values(counts).reduce((a, b) => a + b, 0))}` },
              ...deliveryStates.map((value) => ({
                value,
                name: `${deliveryStateNames[value]} ${number(counts[value])}`,
              })),
            ]}
          />
          <div className="mt-4">
            {rows.length === 0 ? (
              <p className="py-4 text-muted">Keine Nachrichten in diesem Zustand.</p>
            ) : (
              <DeliveriesTable rows={rows} />
            )}
          </div>
          <PageLinks nextCursor={nextCursor} name="ab" />
        </>
      )}
    </ReportSection>
  )
}

function Stopped({ reason, at }: NonNullable<DeliveriesReport['stopped']>) {
  const command = useDeliveryCommand()
  const [asked, setAsked] = useState(false)
  return (
    <div role="alert" className="mb-5 rounded-lg border border-alarm bg-alarm-soft p-4">
      <p className="font-semibold text-alarm">Der Empfänger nimmt seit {instant(at)} nichts mehr an.</p>
      <p className="mt-1 text-sm">
        {reason.includes('410') ? (
          'Er hat mit 410 geantwortet: Unter dieser Adresse ist er für immer fort. '
        ) : (
          <>
            Grund: <span lang="en">{reason}</span>{' '}
          </>
        )}
        Bis Sie fortsetzen, wird nichts gesendet; verloren geht nichts.
      </p>
      <Button
        look="secondary"
        className="mt-3"
        disabled={command.isPending}
        onClick={() => {
          setAsked(true)
          command.mutate('resume')
        }}
      >
        Zustellung fortsetzen
      </Button>
      {asked && command.error && <p className="mt-2 text-alarm">{refusalOf(command.error)}</p>}
    </div>
  )
}
