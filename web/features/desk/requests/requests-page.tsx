import { useState } from 'react'
import type { DeskRequest } from '#domain/desk/request-contract.ts'
import { OutcomeLine, type ShownOutcome } from '#web/features/desk/outcome-line.tsx'
import { PageHeading } from '#web/features/desk/page-heading.tsx'
import { useAct, useRequests } from '#web/features/desk/queries.ts'
import { StaleNote } from '#web/features/desk/stale-note.tsx'
import { failureText } from '#web/features/desk/words/refusal-words.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { RequestItem, titleOf } from './request-item.tsx'

/** Rows that operators answer or check, and then close, which removes their content. */
export function RequestsPage() {
  useDocumentTitle('Anfragen – Aufträge – Formlotse')
  const { data, error, dataUpdatedAt } = useRequests()
  const [closing, setClosing] = useState<DeskRequest>()
  const [outcome, setOutcome] = useState<ShownOutcome>()
  const act = useAct()
  if (!data) return <output>{error ? failureText(error) : 'Wird geladen …'}</output>
  function close() {
    setClosing(undefined)
    if (!closing || act.isPending) return
    act.mutate(`/requests/${closing.id}/close`, {
      onSuccess: () => setOutcome({ text: `„${titleOf(closing)}“ ist geschlossen.` }),
      onError: (failure) => setOutcome({ text: failureText(failure), isError: true }),
    })
  }
  return (
    <div className="grid gap-6">
      <PageHeading>Anfragen</PageHeading>
      <StaleNote error={error} at={dataUpdatedAt} />
      <OutcomeLine outcome={outcome} />
      {data.requests.length === 0 && <p>Keine Anfrage ist offen.</p>}
      {data.unreadable > 0 && <p>{unreadableText(data.unreadable)}</p>}
      <ul className="grid gap-4">
        {data.requests.map((request) => (
          <RequestItem key={request.id} request={request} onClose={() => setClosing(request)} />
        ))}
      </ul>
      <ConfirmDialog
        open={closing !== undefined}
        title="Ist das erledigt?"
        confirm="Ja, schließen"
        keep="Offen lassen"
        onConfirm={close}
        onClose={() => setClosing(undefined)}
      >
        <p>
          {closing && `„${titleOf(closing)}“ wird geschlossen. `}
          Der Inhalt wird dabei gelöscht und lässt sich nicht zurückholen.
        </p>
      </ConfirmDialog>
    </div>
  )
}

const unreadableText = (count: number) =>
  count === 1
    ? 'Eine Anfrage lässt sich nicht entschlüsseln.'
    : `${count} Anfragen lassen sich nicht entschlüsseln.`
