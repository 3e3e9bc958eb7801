import { useState } from 'react'
import { type DeliveriesReport, deliveriesContract, retriedSchema } from '#domain/reports/deliveries/shape.ts'
import { deliveryStates } from '#domain/reports/shared-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { instant, number } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { PageLinks } from '#web/features/reports/filters/page-links.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { deliveryStateNames } from '#domain/reports/words.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { UndeliveredAlerts } from './undelivered-alerts.tsx'
import { UndeliveredEmails } from './undelivered-emails.tsx'
import { refusalOf, useDeliveryCommand } from './use-delivery-commands.ts'

/** Section with the webhook deliveries and commands to retry them. */
export function DeliveriesSection() {
  const { search, set } = useFilters()
  const cursor = search.get('ab')
  const state = deliveryStates.find((one) => one === search.get('zustellung'))
  const params = { state, cursor: cursor ?? undefined }
  const report = useReport(deliveriesContract, params, { every: 5000 })
  const show = (value: string) => set({ zustellung: value === 'alle' ? undefined : value, ab: undefined })
  return (
    <ReportSection
      title="Zustellung"
      state={report}
      csv={csvAddress(deliveriesContract, { state })}
      isEmpty={({ configured, rows, counts, emails, alerts }) =>
        !configured &&
        emails.rows.length === 0 &&
        alerts.rows.length === 0 &&
        alerts.stoppedAt === null &&
        rows.length === 0 &&
        Object.values(counts).every((count) => count === 0)
      }
      empty="Es ist kein Webhook eingerichtet; niemandem wird etwas zugestellt."
    >
      {({ configured, stopped, counts, emails, alerts, rows, nextCursor }) => (
        <>
          {stopped && <Stopped {...stopped} />}
          <UndeliveredEmails {...emails} />
          <UndeliveredAlerts {...alerts} />
          <RetryDead dead={counts.dead} waitsFor={waitingReason(configured, stopped !== null)} />
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
              <DeliveriesTable rows={rows} waitsFor={waitingReason(configured, stopped !== null)} />
            )}
          </div>
          <PageLinks nextCursor={nextCursor} name="ab" />
        </>
      )}
    </ReportSection>
  )
}

/** Returns why retried messages are not sent at once; undefined if they are. */
function waitingReason(configured: boolean, stopped: boolean): string | undefined {
  if (!configured) return 'weil nichts gesendet wird: Es ist kein Webhook eingerichtet'
  return stopped ? 'bis die Zustellung fortgesetzt wird' : undefined
}

/** Button that retries all messages that were given up. The result stays after the last of them is gone. */
function RetryDead({ dead, waitsFor }: { dead: number; waitsFor: string | undefined }) {
  const command = useDeliveryCommand()
  const retried = retriedSchema.safeParse(command.data).data?.retried
  if (dead === 0 && command.isIdle) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {dead > 0 && (
        <Button look="compact" disabled={command.isPending} onClick={() => command.mutate('retry-dead')}>
          {dead === 1
            ? 'Die gescheiterte Nachricht erneut senden'
            : `Alle ${number(dead)} gescheiterten erneut senden`}
        </Button>
      )}
      <output className={command.error ? 'text-alarm' : 'text-leaf-800'}>
        {command.error && refusalOf(command.error)}
        {retried !== undefined && retriedText(retried, waitsFor)}
      </output>
    </div>
  )
}

/** Returns what happens to retried messages, as a German sentence. Exported for tests. */
export function retriedText(retried: number, waitsFor: string | undefined): string {
  if (retried === 0) return 'Es war keine Nachricht mehr gescheitert.'
  const [who, are] = retried === 1 ? ['1 Nachricht', 'wird'] : [`${number(retried)} Nachrichten`, 'werden']
  if (waitsFor !== undefined) return `${who} ${retried === 1 ? 'wartet' : 'warten'}, ${waitsFor}.`
  return `${who} ${are} jetzt erneut gesendet.`
}

const stopWords: Record<NonNullable<DeliveriesReport['stopped']>['code'], string> = {
  gone: 'Er hat geantwortet, dass es ihn unter dieser Adresse nicht mehr gibt (Antwort 410).',
}

function Stopped({ code, at }: NonNullable<DeliveriesReport['stopped']>) {
  const command = useDeliveryCommand()
  const [resumeRequested, setResumeRequested] = useState(false)
  return (
    <div role="alert" className="mb-5 rounded-lg border border-alarm bg-alarm-soft p-4">
      <p className="font-semibold text-alarm">Der Empfänger nimmt seit {instant(at)} nichts mehr an.</p>
      <p className="mt-1 text-sm">
        {stopWords[code]} Bis Sie fortsetzen, wird nichts gesendet; verloren geht nichts.
      </p>
      <Button
        look="secondary"
        className="mt-3"
        disabled={command.isPending}
        onClick={() => {
          setResumeRequested(true)
          command.mutate('resume')
        }}
      >
        Zustellung fortsetzen
      </Button>
      {resumeRequested && command.error && <p className="mt-2 text-alarm">{refusalOf(command.error)}</p>}
    </div>
  )
}
