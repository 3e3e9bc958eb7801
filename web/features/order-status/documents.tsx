import { useState } from 'react'
import type { ShownStatus } from '#domain/orders/evolve-order.ts'
import type { StatusDocument } from '#domain/orders/status-contract.ts'
import { germanTime } from '#domain/time/german-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure, Panel } from '#web/ui/panel.tsx'
import { download } from './status-requests.ts'

const names: Record<StatusDocument['kind'], string> = {
  application: 'Ihr Antrag',
  confirmation: 'Auftragsbestätigung',
  invoice: 'Rechnung',
  cancellation: 'Stornorechnung',
}

interface DocumentsProps {
  /** True if the personal data is deleted, so that nothing but the invoice is left. */
  isErased: boolean
  status: ShownStatus
  documents: readonly StatusDocument[]
  access: string
  onLocked: () => void
}

/** Documents of an order, each with a button that downloads it. */
export function Documents({ isErased, status, documents, access, onLocked }: DocumentsProps) {
  const [failed, setFailed] = useState(false)
  const note = isErased ? undefined : noteFor(status, documents)

  async function save(document: StatusDocument): Promise<void> {
    const outcome = await download(access, document)
    setFailed(outcome === 'failed')
    if (outcome === 'locked') onLocked()
  }

  if (isErased && documents.length === 0) return null
  return (
    <Panel id="dokumente" title="Ihre Dokumente">
      {failed && <Failure>Das Dokument konnte nicht geladen werden. Bitte versuchen Sie es erneut.</Failure>}
      {note && <p className="text-muted">{note}</p>}
      {documents.length > 0 && (
        <ul className="divide-y divide-line">
          {documents.map((document) => (
            <li
              key={document.kind}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3"
            >
              <div className="min-w-0 flex-1 basis-[9.5rem]">
                <p className="font-semibold">{names[document.kind]}</p>
                <p className="text-sm break-words text-muted">
                  PDF vom {germanTime(Date.parse(document.frozenAt))}
                </p>
              </div>
              <Button look="secondary" onClick={() => void save(document)}>
                Herunterladen<span className="sr-only">: {names[document.kind]}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Returns what to say about documents that do not exist yet, or any more. */
function noteFor(status: ShownStatus, documents: readonly StatusDocument[]): string | undefined {
  if (status === 'ordered') return 'Antrag und Rechnung entstehen gleich nach der Zahlung.'
  if (status === 'paid' && !documents.some(({ kind }) => kind === 'application'))
    return 'Ihr Antrag wird gerade als PDF erstellt. Sie erhalten ihn auch per E-Mail.'
  return documents.length === 0 ? 'Zu diesem Auftrag gibt es keine Dokumente.' : undefined
}
