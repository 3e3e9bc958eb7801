import { Link } from 'react-router-dom'
import type { DeskRequest } from '#domain/desk/request-contract.ts'
import { Tag } from '#web/features/desk/tag.tsx'
import { outcomeText, paymentStatusText, paymentText } from '#web/features/desk/words/request-words.ts'
import { instant } from '#web/features/desk/words/times.ts'
import { Button } from '#web/ui/button.tsx'
import { euro } from '#domain/numbers/german-number.ts'
import { emailSearchOf, mailtoOf, numberSearchOf } from './request-links.ts'

const linkClass = 'inline-flex min-h-10 items-center text-leaf-700 underline underline-offset-4'
const kindTags = { support: 'Nachricht', declaration: 'Widerruf', payment: 'Zahlung' } as const

export function titleOf(request: DeskRequest): string {
  if (request.kind === 'support') return request.concern
  if (request.kind === 'declaration') return 'Widerruf zu klären'
  return `${paymentStatusText(request.status)} über ${euro(request.amountCents)} zu klären`
}

/** One request with what to do about it. */
export function RequestItem({ request, onClose }: { request: DeskRequest; onClose: () => void }) {
  return (
    <li className="grid gap-2 rounded-xl border border-line bg-surface p-4 has-[:focus-visible]:border-leaf-700">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-bold">{titleOf(request)}</h2>
        <Tag look={request.kind === 'support' ? 'quiet' : 'amber'}>{kindTags[request.kind]}</Tag>
        <span className="ml-auto text-sm text-muted">{instant(request.receivedAt)}</span>
      </div>
      <Content request={request} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {request.kind !== 'payment' && (
          <a href={mailtoOf(request)} data-row className={linkClass}>
            Antworten
          </a>
        )}
        <OrderLinks request={request} />
        <Button
          look="compact"
          className="ml-auto"
          aria-label={`Erledigt: ${titleOf(request)}`}
          onClick={onClose}
        >
          Erledigt
        </Button>
      </div>
    </li>
  )
}

function Content({ request }: { request: DeskRequest }) {
  if (request.kind === 'payment')
    return (
      <p className="break-words">
        {paymentText(request.code)} <span className="text-sm text-muted">Zahlung {request.paymentId}</span>
      </p>
    )
  const { name, email } = request
  return (
    <>
      <p className="text-sm break-words text-muted">
        {name}, {email}
      </p>
      {(request.kind === 'declaration' || request.orderNumber !== '') && (
        <p className="font-medium break-words">
          {request.kind === 'declaration' && `${outcomeText(request.outcome)} `}
          {request.orderNumber !== '' && `Angegeben ist die Nummer ${request.orderNumber}.`}
        </p>
      )}
      {numberSearchOf(request) && (
        <p className="text-sm text-amber">
          Nummer ungeprüft: Vergleichen Sie die E-Mail-Adresse mit der des Auftrags.
        </p>
      )}
      <p className="break-words whitespace-pre-line">
        {request.kind === 'support' ? request.message : request.details || 'Ohne weitere Angaben.'}
      </p>
    </>
  )
}

/** Leads to the order of the request, or to the searches for what the customer wrote. */
function OrderLinks({ request }: { request: DeskRequest }) {
  if (request.kind !== 'support' && request.orderId !== null)
    return (
      <Link
        to={`/${request.orderId}`}
        {...(request.kind === 'payment' && { 'data-row': true })}
        className={linkClass}
      >
        Auftrag {request.number}
      </Link>
    )
  if (request.kind === 'payment') return <span className="text-sm text-muted">Auftrag unbekannt</span>
  const byNumber = numberSearchOf(request)
  return (
    <>
      <Link to="/suche" state={emailSearchOf(request)} className={linkClass}>
        {byNumber ? 'Nach E-Mail-Adresse suchen' : 'Auftrag suchen'}
      </Link>
      {byNumber && (
        <Link to="/suche" state={byNumber} className={linkClass}>
          Nach Nummer suchen
        </Link>
      )}
    </>
  )
}
