import { useState } from 'react'
import type { ShownStatus } from '#domain/orders/evolve-order.ts'
import type { StatusDocument } from '#domain/orders/status-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { downloadDocument } from './order-requests.ts'
import { Panel } from '#web/ui/panel.tsx'

interface OwnDocumentsProps {
  orderId: string
  secret: string
  status: ShownStatus
  documents: readonly StatusDocument[]
  /** True if the page no longer waits for the documents of the paid order. */
  isLate: boolean
}

const names: Record<StatusDocument['kind'], string> = {
  application: 'Ihr Antrag',
  confirmation: 'Auftragsbestätigung',
  invoice: 'Rechnung',
  cancellation: 'Stornorechnung',
}

/** Documents of the order, each with a button that downloads it. */
export function OwnDocuments({ orderId, secret, status, documents, isLate }: OwnDocumentsProps) {
  const [failed, setFailed] = useState(false)
  const isPending = status === 'paid' && !documents.some(({ kind }) => kind === 'application')
  if (documents.length === 0 && !isPending) return null
  return (
    <Panel id="dokumente" title="Ihre Dokumente">
      {failed && (
        <p role="alert" className="font-medium text-alarm">
          Das Dokument konnte nicht geladen werden. Bitte versuchen Sie es erneut.
        </p>
      )}
      {isPending && (
        <p className="text-muted">
          {isLate
            ? 'Ihr Antrag ist noch nicht fertig. Sie erhalten ihn als PDF per E-Mail, sobald er erstellt ist.'
            : 'Ihr Antrag wird gerade als PDF erstellt. Er erscheint hier und kommt auch per E-Mail.'}
        </p>
      )}
      <ul className="divide-y divide-line empty:hidden">
        {documents.map((document) => (
          <li
            key={document.kind}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3"
          >
            <p className="min-w-0 flex-1 basis-[9.5rem] font-semibold">{names[document.kind]} (PDF)</p>
            <Button
              look={document.kind === 'application' ? 'primary' : 'secondary'}
              onClick={() =>
                void downloadDocument(orderId, secret, document).then((done) => setFailed(!done))
              }
            >
              Herunterladen<span className="sr-only">: {names[document.kind]}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
