import type { ReactNode } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { type RunReport, runContract } from '#domain/reports/run/shape.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { duration, euro, instant, number, preciseInstant } from '#web/features/reports/words/number-format.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { wayBackName } from '#web/features/reports/filters/way-back.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import {
  deliveryStateNames,
  funnelName,
  keyName,
  orderStatusNames,
  runStatusNames,
  stageName,
} from '#domain/reports/words.ts'
import { ContactsTable } from './contacts-table.tsx'
import { eventName, describeEvent } from './event-words.ts'

type Event = RunReport['events'][number]

/** Page with the timeline of a run. */
export function RunPage() {
  const { runId = '' } = useParams()
  const state = useReport(runContract, { runId })
  return (
    <ReportPage title="Zeitleiste eines Antrags">
      <ReportSection title={`Antrag ${runId}`} state={state} missing={<NoRun />}>
        {(report) => (
          <>
            <About report={report} />
            <ContactsTable report={report} />
            {report.isArchived && <Archived isAll={report.events.length === 0} />}
            <Timeline report={report} />
          </>
        )}
      </ReportSection>
    </ReportPage>
  )
}

/** Says that the run does not exist, and where runs are found. */
function NoRun() {
  return (
    <>
      <p className="font-semibold">Diesen Antrag gibt es nicht.</p>
      <p className="mt-1 text-muted">
        Seine Kennung ist falsch, oder er wurde gelöscht oder von allen Berichten ausgeschlossen.{' '}
        <Link to="/laeufe?figure=runs" className="text-leaf-700 underline underline-offset-4">
          Alle Anträge zeigen
        </Link>
      </p>
    </>
  )
}

/** Says that the timeline lacks events that were moved to the archive. */
function Archived({ isAll }: { isAll: boolean }) {
  return (
    <p className="mb-4 rounded-lg bg-amber-soft p-3 text-sm text-amber">
      Die {isAll ? 'Ereignisse' : 'früheren Ereignisse'} dieses Antrags wurden ins Archiv verschoben und
      lassen sich hier nicht mehr einzeln anzeigen. In allen Berichten zählt er weiter mit.
    </p>
  )
}

function About({ report: { run, bot, events } }: { report: RunReport }) {
  const { orderNumber, orderStatus, priceCents } = run
  const orderedAt = events.find(({ type }) => type === 'complete')?.at
  const facts: [string, ReactNode][] = [
    ['Antragsart', funnelName(run.funnel)],
    ['Beginn', instant(run.startedAt)],
    ['Ausgang', `${runStatusNames[run.status]}${run.recovered ? ', nach einem Abbruch' : ''}`],
    ['Weitester Stand', stageName(run.funnel, run.stage)],
    ['Kanal', keyName(run.channel)],
    ['Quelle', keyName(run.source)],
    ['Medium', keyName(run.medium)],
    ['Kampagne', keyName(run.campaign)],
    ['Gerät', `${keyName(run.device)}, ${keyName(run.browser)}`],
    ['Marketing', run.consent === 'marketing' ? 'zugestimmt' : 'nicht zugestimmt'],
  ]
  if (orderNumber !== null && orderStatus !== null)
    facts.splice(
      3,
      0,
      ['Bestellung', <OrderLink key="order" number={orderNumber} orderedAt={orderedAt} />],
      [
        'Stand der Bestellung',
        orderStatusNames[orderStatus] + (priceCents === null ? '' : `, ${euro(priceCents)}`),
      ],
    )
  return (
    <>
      <dl className="mb-6 grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-3 xl:grid-cols-5">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {bot && (
        <p className="mb-4 rounded-lg bg-amber-soft p-3 text-sm text-amber">
          Dieser Antrag kam von einem Roboter und zählt in keinem Bericht mit.
        </p>
      )}
    </>
  )
}

/** Link to an order in the list of orders, on its day. */
function OrderLink({ number: name, orderedAt }: { number: string; orderedAt: string | undefined }) {
  const { pathname } = useLocation()
  const day = orderedAt === undefined ? undefined : berlinDay(Date.parse(orderedAt))
  const query = new URLSearchParams({
    ...(day && { from: day, to: day }),
    number: name,
    [wayBackName]: pathname,
  })
  return (
    <Link
      to={`/bestellungen?${query}`}
      className="flex min-h-6 w-fit items-center text-leaf-700 underline underline-offset-4"
    >
      {name}
    </Link>
  )
}

function Timeline({ report: { run, events } }: { report: RunReport }) {
  // Sort the events by the time at which they occurred. The service may have received them in another order.
  const inTime = events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.position - b.position)
  if (events.length === 0) return null
  return (
    <ol aria-label="Ereignisse des Antrags" className="border-t-2 border-line">
      {inTime.map((event, index) => (
        <li
          key={event.position}
          className="grid gap-x-6 gap-y-1 border-b border-line py-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)_12rem]"
        >
          <p className="tabular-nums">
            {preciseInstant(event.at)}
            <span className="text-muted sm:block"> {pause(event, inTime[index - 1])}</span>
          </p>
          <p>
            <strong className="text-base">{eventName(event.type)}</strong>
            <span className="text-muted"> · Schritt {number(event.step)}</span>
            <span className="block">
              {[...describeEvent(event, run.funnel), ...lateWords(event)].join(' · ')}
            </span>
          </p>
          <p className="text-muted sm:text-right">
            Ereignis Nr. {number(event.position)}
            {event.delivery && (
              <span className="before:content-['_·_'] sm:block sm:before:content-none">
                {' '}
                Weiterleitung: {deliveryStateNames[event.delivery.state]}
              </span>
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Returns the time since the previous event as a German text, such as `nach 1 min 12 s`. */
function pause({ at }: Event, before: Event | undefined): string {
  return before ? `nach ${duration((Date.parse(at) - Date.parse(before.at)) / 1000)}` : ''
}

const late = 60_000

function lateWords({ at, receivedAt, replayedAt }: Event): string[] {
  const words =
    Date.parse(receivedAt) - Date.parse(at) > late ? [`kam erst ${preciseInstant(receivedAt)} an`] : []
  return replayedAt === null
    ? words
    : [...words, `zunächst abgewiesen, nachgeholt ${preciseInstant(replayedAt)}, nicht weitergeleitet`]
}
