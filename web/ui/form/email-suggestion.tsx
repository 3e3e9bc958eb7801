import { suggestEmail } from '#domain/site/suggest-email.ts'
import { Button } from '#web/ui/button.tsx'
import { useDelayed } from '#web/ui/timing/use-delayed.ts'

const typingPause = 700

interface EmailSuggestionProps {
  /** The address as typed so far. */
  address: string
  onAccept: (address: string) => void
}

/**
 * Offers a corrected address if the domain looks mistyped. It appears after a pause in typing and not when the input
 * loses the focus, because it would then move the button away that the visitor is pressing.
 */
export function EmailSuggestion({ address, onAccept }: EmailSuggestionProps) {
  const settled = useDelayed(address, typingPause)
  const suggested = settled === address ? suggestEmail(address) : undefined
  return (
    <div aria-live="polite" className="empty:sr-only">
      {suggested && (
        <Button
          look="link"
          className="-mx-1 max-w-full text-left wrap-anywhere"
          onClick={() => onAccept(suggested)}
        >
          Meinten Sie {suggested}?
        </Button>
      )}
    </div>
  )
}
