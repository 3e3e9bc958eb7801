import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { DeskQueue } from '#domain/desk/queue-contract.ts'
import { OutcomeLine, type ShownOutcome } from '#web/features/desk/outcome-line.tsx'
import { PageHeading } from '#web/features/desk/page-heading.tsx'
import { useQueue } from '#web/features/desk/queries.ts'
import { openFirstRow } from '#web/features/desk/shortcuts/rows.ts'
import { useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'
import { StaleNote } from '#web/features/desk/stale-note.tsx'
import { limitedText } from '#web/features/desk/words/message-words.ts'
import { failureText } from '#web/features/desk/words/refusal-words.ts'
import { requestCountText } from '#web/features/desk/words/request-words.ts'
import { instant } from '#web/features/desk/words/times.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { DeadMessages } from './dead-messages.tsx'
import { SendGroup } from './send-group.tsx'
import { WorkGroup, listClass } from './work-group.tsx'
import { splitQueue } from './split-queue.ts'

/** What is to be done: what is due first, then what can wait or happens by itself. */
export function QueuePage() {
  useDocumentTitle('Zu tun – Aufträge – Formlotse')
  const { data: queue, error, dataUpdatedAt } = useQueue()
  const [outcome, setOutcome] = useState<ShownOutcome>()
  useShortcuts({ n: openFirstRow })
  if (!queue) return <output>{error ? failureText(error) : 'Wird geladen …'}</output>
  return (
    <div className="grid gap-8">
      <div>
        <PageHeading>Zu tun</PageHeading>
        <p className="text-sm text-muted">Stand {instant(queue.asOf)}</p>
      </div>
      <StaleNote error={error} at={dataUpdatedAt} />
      <OutcomeLine outcome={outcome} />
      <Queue queue={queue} onOutcome={setOutcome} />
    </div>
  )
}

interface QueueProps {
  queue: DeskQueue
  /** Called with the result of an action. Its section can be gone by then. */
  onOutcome: (outcome: ShownOutcome | undefined) => void
}

function Queue({ queue, onOutcome }: QueueProps) {
  const { asOf, requests, messages, messageCount, heldBack } = queue
  const { due, later } = splitQueue(queue)
  const isNothingDue = due.length === 0 && requests.count === 0 && messageCount === 0
  return (
    <>
      <section aria-labelledby="due" className="grid gap-6">
        <h2 id="due" className="border-b border-line pb-2 text-lg font-bold">
          Heute fällig
        </h2>
        {isNothingDue && <p>Heute ist nichts fällig.</p>}
        {requests.count > 0 && <OpenRequests requests={requests} />}
        {due.map((part) =>
          part.work === 'send' ? (
            <SendGroup key={part.work} part={part} asOf={asOf} onOutcome={onOutcome} />
          ) : (
            <WorkGroup key={part.work} part={part} asOf={asOf} />
          ),
        )}
        {messageCount > 0 && <DeadMessages messages={messages} count={messageCount} onOutcome={onOutcome} />}
      </section>
      {(later.length > 0 || heldBack.length > 0) && (
        <section aria-labelledby="later" className="grid gap-6">
          <h2 id="later" className="border-b border-line pb-2 text-lg font-bold">
            Später
          </h2>
          {later.map((part) => (
            <WorkGroup key={part.work} part={part} asOf={asOf} />
          ))}
          {heldBack.length > 0 && <HeldBack heldBack={heldBack} />}
        </section>
      )}
    </>
  )
}

function OpenRequests({ requests: { count, oldest, kinds } }: { requests: DeskQueue['requests'] }) {
  return (
    <section aria-labelledby="requests" className="grid gap-2">
      <h3 id="requests" className="font-bold">
        Offene Anfragen: {count}
      </h3>
      <ul className={listClass}>
        <li className="flex flex-wrap items-center gap-x-4 px-4 py-1.5 has-[a:focus-visible]:bg-leaf-50">
          <Link
            to="/anfragen"
            data-row
            className="inline-flex min-h-10 items-center font-semibold text-leaf-700 underline underline-offset-4"
          >
            Anfragen lesen
          </Link>
          <span>{kinds.map(({ kind, count: of }) => requestCountText(kind, of)).join(', ')}</span>
          {oldest && <span className="text-sm text-muted">die älteste vom {instant(oldest)}</span>}
        </li>
      </ul>
    </section>
  )
}

function HeldBack({ heldBack }: Pick<DeskQueue, 'heldBack'>) {
  return (
    <section aria-labelledby="held-back" className="grid gap-1">
      <h3 id="held-back" className="font-bold">
        E-Mails, die warten
      </h3>
      <p className="text-sm text-muted">
        Für sie gilt eine Höchstzahl je Empfänger und Tag. Sie gehen von selbst hinaus, sobald es wieder geht.
      </p>
      <ul className={listClass}>
        {heldBack.map(({ kind, count }) => (
          <li key={kind} className="flex gap-4 px-4 py-2">
            <span className="min-w-8 text-right font-semibold tabular-nums">{count}</span> {limitedText(kind)}
          </li>
        ))}
      </ul>
    </section>
  )
}
