import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { DeskOrder } from '#domain/desk/order-contract.ts'
import { PageHeading } from '#web/features/desk/page-heading.tsx'
import { useOrder } from '#web/features/desk/queries.ts'
import { useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'
import { StaleNote } from '#web/features/desk/stale-note.tsx'
import { auditText } from '#web/features/desk/words/audit-words.ts'
import { subjectText, timelineText, timelineTitle } from '#web/features/desk/words/event-words.ts'
import { stateText } from '#web/features/desk/words/message-words.ts'
import { failureText } from '#web/features/desk/words/refusal-words.ts'
import { instant } from '#web/features/desk/words/times.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { Commands } from './commands.tsx'
import { Documents } from './documents.tsx'
import { OrderHeader } from './order-header.tsx'
import { useNextOrder } from './use-next-order.ts'

/** One order: what can be done, its data, documents, proofs, timeline, and who has looked at it. */
export function OrderPage() {
  const { orderId = '' } = useParams()
  // The key starts each order anew: without open forms, and with the focus on its heading.
  return <ShownOrder key={orderId} orderId={orderId} />
}

function ShownOrder({ orderId }: { orderId: string }) {
  const { data: order, error, dataUpdatedAt } = useOrder(orderId)
  const next = useNextOrder(orderId)
  const navigate = useNavigate()
  useDocumentTitle(`${order?.number ?? 'Auftrag'} – Aufträge – Formlotse`)
  useShortcuts({ n: () => void navigate(next === undefined ? '/' : `/${next}`) })
  if (!order)
    return error ? (
      <div className="grid gap-2">
        <PageHeading>Auftrag nicht gezeigt</PageHeading>
        <p>{failureText(error)}</p>
      </div>
    ) : (
      <output>Wird geladen …</output>
    )
  return (
    <div className="grid gap-6">
      <OrderHeader order={order} next={next} />
      <StaleNote error={error} at={dataUpdatedAt} />
      <Commands order={order} />
      <Panels order={order} />
    </div>
  )
}

function Panels({ order }: { order: DeskOrder }) {
  const emails = order.messages.filter(({ destination }) => destination === 'mail')
  return (
    <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-6">
        <Panel title="Dokumente und Nachweise">
          <Documents order={order} />
        </Panel>
        {order.sections.map((section) => (
          <Panel key={`${section.title} ${section.values[0]?.label}`} title={section.title}>
            <Values values={section.values} />
          </Panel>
        ))}
      </div>
      <div className="grid gap-6">
        <Panel title="Verlauf">
          <Lines
            lines={order.timeline.map((entry) => ({
              at: entry.at,
              what: timelineTitle(entry),
              more: timelineText(entry),
            }))}
          />
        </Panel>
        {emails.length > 0 && (
          <Panel title="E-Mails">
            <ul className="grid gap-1.5">
              {emails.map(({ id, eventType, document, state }) => (
                <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span>{subjectText(eventType, document)}</span>
                  <span
                    className={state === 'dead' ? 'text-sm font-semibold text-alarm' : 'text-sm text-muted'}
                  >
                    {stateText(state)}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <Panel title="Zugriffe">
          <Lines
            lines={order.audit.map((entry) => ({
              at: entry.at,
              what: auditText(entry),
              more: entry.operator,
            }))}
          />
        </Panel>
      </div>
    </div>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-xl border border-line bg-surface p-4">
      <h2 className="mb-3 font-bold">{title}</h2>
      {children}
    </section>
  )
}

function Values({ values }: { values: DeskOrder['sections'][number]['values'] }) {
  return (
    <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 sm:grid-cols-[13rem_minmax(0,1fr)]">
      {values.map(({ label, value }) => (
        <div key={`${label} ${value}`} className="contents">
          <dt className="pt-0.5 text-sm break-words text-muted">{label}</dt>
          <dd className="break-words whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What happened when, one entry per line. */
function Lines({ lines }: { lines: readonly { at: string; what: string; more: string }[] }) {
  return (
    <ol className="grid gap-2">
      {lines.map(({ at, what, more }, index) => (
        // Entries are only added, and two of them can be alike.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3">
          <time dateTime={at} className="pt-0.5 text-sm text-muted tabular-nums">
            {instant(at)}
          </time>
          <span className="break-words">
            {what}
            {more && <span className="block text-sm text-muted">{more}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
