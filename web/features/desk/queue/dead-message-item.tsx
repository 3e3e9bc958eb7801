import { Link } from 'react-router-dom'
import type { DeadMessage } from '#domain/desk/queue-contract.ts'
import { eventText, subjectText } from '#web/features/desk/words/event-words.ts'
import { destinationText, errorText } from '#web/features/desk/words/message-words.ts'
import { instant } from '#web/features/desk/words/times.ts'
import { Button } from '#web/ui/button.tsx'

/** Returns a name of the message, for example `E-Mail Auftragsbestätigung FL-0123456789`. */
export const titleOf = ({ destination, eventType, document, number }: DeadMessage) =>
  [destinationText(destination), eventType && aboutText({ destination, eventType, document }), number]
    .filter(Boolean)
    .join(' ')

function aboutText({
  destination,
  eventType,
  document,
}: Pick<DeadMessage, 'destination' | 'eventType' | 'document'>) {
  if (eventType === null) return ''
  return destination === 'mail' ? subjectText(eventType, document) : eventText(eventType)
}

interface DeadMessageItemProps {
  message: DeadMessage
  isPending: boolean
  onRetry: () => void
  onAsk: (what: 'close' | 'resend') => void
}

export function DeadMessageItem({ message, isPending, onRetry, onAsk }: DeadMessageItemProps) {
  const { destination, eventType, document, orderId, number, since, error } = message
  const title = titleOf(message)
  const isEmail = destination === 'mail'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-1.5 has-[a:focus-visible]:bg-leaf-50">
      <div className="grid min-w-0 grow items-baseline gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {orderId ? (
          <Link
            to={`/${orderId}`}
            data-row
            className="inline-flex min-h-10 items-center font-semibold text-leaf-700 underline underline-offset-4"
          >
            {number}
          </Link>
        ) : (
          <span className="text-sm text-muted">ohne Auftrag</span>
        )}
        <span className="flex flex-wrap items-baseline gap-x-2">
          {destinationText(destination)}
          {eventType && <span>„{aboutText({ destination, eventType, document })}“</span>}
          <span className="text-sm text-muted">
            {errorText(error)}, {instant(since)}
          </span>
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="compact"
          disabled={isPending}
          aria-label={`${isEmail ? 'Erneut senden' : 'Noch einmal versuchen'}: ${title}`}
          onClick={() => (isEmail ? onAsk('resend') : onRetry())}
        >
          {isEmail ? 'Erneut senden' : 'Noch einmal versuchen'}
        </Button>
        <Button
          look="compact"
          disabled={isPending}
          aria-label={`Schließen: ${title}`}
          onClick={() => onAsk('close')}
        >
          Schließen
        </Button>
      </div>
    </li>
  )
}
