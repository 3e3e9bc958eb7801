import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type DeliveriesReport, deliveryContract } from '#domain/reports/deliveries/shape.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { instant, number } from '#web/features/reports/words/number-format.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { deliveryStateNames } from '#domain/reports/words.ts'
import { attemptWords } from './attempt-words.ts'
import { eventName } from './rejection-words.ts'
import { refusalOf, useDeliveryCommand } from './use-delivery-commands.ts'

type Row = DeliveriesReport['rows'][number]

const stateLooks: Record<Row['state'], string> = {
  pending: 'bg-paper text-ink',
  retrying: 'bg-amber-soft text-amber',
  delivered: 'bg-leaf-100 text-leaf-800',
  dead: 'bg-alarm-soft text-alarm',
  held: 'bg-amber-soft text-amber',
  discarded: 'bg-paper text-muted',
}

interface DeliveriesTableProps {
  rows: readonly Row[]
  /** Why a retried message is not sent at once, as the end of a German sentence. */
  waitsFor: string | undefined
}

/**
 * Table of webhook messages and their states. A row can be expanded to show the delivery attempts and to retry the
 * delivery.
 */
export function DeliveriesTable({ rows, waitsFor }: DeliveriesTableProps) {
  const [opened, setOpened] = useState<number>()
  const [retried, setRetried] = useState<number>()
  const command = useDeliveryCommand()
  const retry = (id: number) => {
    setRetried(id)
    command.mutate({ retry: id })
  }
  return (
    <>
      <output className={command.error ? 'block text-alarm' : 'block text-leaf-800'}>
        {retried !== undefined && !command.isPending && (
          <span className="mb-3 block">
            {command.error
              ? refusalOf(command.error)
              : waitsFor === undefined
                ? `Nachricht ${number(retried)} wird jetzt erneut gesendet.`
                : `Nachricht ${number(retried)} wartet, ${waitsFor}.`}
          </span>
        )}
      </output>
      <DataTable
        caption="Nachrichten an den Webhook"
        rows={rows}
        rowKey={({ id }) => String(id)}
        limit={{ phone: 10, wide: Infinity }}
        renderDetail={({ id }) => (opened === id ? <Attempts id={id} /> : undefined)}
        columns={[
          {
            title: 'Nachricht',
            renderCell: ({ id, eventType }) => `${number(id)} · ${eventName(eventType)}`,
          },
          {
            title: 'Zustand',
            inCard: 'beside',
            renderCell: ({ state }) => (
              <span className={`rounded-full px-2.5 py-0.5 whitespace-nowrap ${stateLooks[state]}`}>
                {deliveryStateNames[state]}
              </span>
            ),
          },
          { title: 'Entstanden', renderCell: ({ createdAt }) => instant(createdAt) },
          {
            title: 'Nächster Versuch',
            renderCell: ({ nextAttemptAt }) => (nextAttemptAt ? instant(nextAttemptAt) : '–'),
          },
          { title: 'Antrag', renderCell: ({ runId }) => <RunLink runId={runId} /> },
          {
            title: 'Versuche',
            figure: 'attempts',
            numeric: true,
            renderCell: ({ id, attempts }) => (
              <Button
                look="link"
                aria-expanded={opened === id}
                aria-label={`${number(attempts)} Versuche der Nachricht ${number(id)} zeigen`}
                onClick={() => setOpened(opened === id ? undefined : id)}
              >
                {number(attempts)} {opened === id ? '▴' : '▾'}
              </Button>
            ),
          },
          {
            title: 'Handlung',
            numeric: true,
            inCard: 'bare',
            renderCell: ({ id, state }) =>
              ['delivered', 'held', 'discarded'].includes(state) ? null : (
                <Button
                  look="link"
                  aria-label={`Nachricht ${number(id)} erneut senden`}
                  disabled={command.isPending}
                  onClick={() => retry(id)}
                >
                  Erneut senden
                </Button>
              ),
          },
        ]}
      />
    </>
  )
}

function RunLink({ runId }: { runId: string }) {
  return (
    <Link to={`/laeufe/${runId}`} className="text-leaf-700 underline underline-offset-4" title={runId}>
      {runId.slice(-8)}
    </Link>
  )
}

function Attempts({ id }: { id: number }) {
  const { report, error } = useReport(deliveryContract, { id }, { every: 5000 })
  if (error) return <p className="text-alarm">Die Versuche konnten nicht geladen werden.</p>
  if (!report || report.id !== id) return <p className="text-muted">Wird geladen …</p>
  if (report.log.length === 0) return <p className="text-muted">Noch kein Versuch.</p>
  return (
    <ol
      aria-label={`Versuche der Nachricht ${number(id)}`}
      className="grid gap-1 border-l-4 border-line pl-4 text-left"
    >
      {report.log.map((attempt) => (
        <li key={attempt.number}>
          {attempt.number}. am {instant(attempt.startedAt)}, {number(attempt.durationMs)} ms:{' '}
          {attemptWords(attempt)}
        </li>
      ))}
    </ol>
  )
}
