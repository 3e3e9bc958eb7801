import { useFocusOnMount } from '#web/features/order-status/parts/focus.ts'
import { Panel } from '#web/ui/panel.tsx'
import { failureText } from './status-requests.ts'
import { UnlockForm } from './unlock-form.tsx'

interface UnlockProps {
  token: string | undefined
  /** True if the customer had unlocked the order before. */
  expired: boolean
  onUnlocked: (access: string) => void
}

/** Asks for what opens the personal data, the first time or again. */
export function Unlock({ token, expired, onUnlocked }: UnlockProps) {
  return expired ? <Again token={token} onUnlocked={onUnlocked} /> : <First {...{ token, onUnlocked }} />
}

function First(props: Omit<UnlockProps, 'expired'>) {
  return (
    <Panel id="oeffnen" title="Angaben, Dokumente und Zahlung">
      <p className="text-muted">
        Zum Schutz Ihrer Daten fragen wir hier nach der Postleitzahl Ihrer Adresse oder nach Ihrem
        Geburtsdatum.
      </p>
      <UnlockForm {...props} />
    </Panel>
  )
}

function Again(props: Omit<UnlockProps, 'expired'>) {
  const ref = useFocusOnMount<HTMLDivElement>('input')
  return (
    <div ref={ref}>
      <Panel id="wieder-oeffnen" title="Bitte öffnen Sie den Auftrag noch einmal">
        <UnlockForm {...props} notice={failureText('locked')} />
      </Panel>
    </div>
  )
}
