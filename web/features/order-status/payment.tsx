import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { euro } from '#domain/numbers/german-number.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Failure, Panel } from '#web/ui/panel.tsx'
import { checkout, failureText } from './status-requests.ts'

interface PaymentProps {
  orderId: string
  priceCents: number
  access: string
  onLocked: () => void
}

/** Button to the payment page of an order. */
export function Payment({ orderId, priceCents, access, onLocked }: PaymentProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function pay(): Promise<void> {
    setBusy(true)
    const result = await checkout(orderId, access)
    if (result.kind === 'ok') return location.assign(result.value.redirectUrl)
    setBusy(false)
    if (result.kind === 'locked') return onLocked()
    setFailure(failureText(result.kind))
  }

  return (
    <Panel id="bezahlen" title="Bezahlen">
      <p className="text-muted">
        Offen sind {euro(priceCents)} inkl. MwSt. Nach der Zahlung erhalten Sie Antrag und Rechnung per
        E-Mail.
      </p>
      {failure && <Failure>{failure}</Failure>}
      <div>
        <Button disabled={busy} onClick={() => void pay()}>
          {busy && <Spinner />}
          Jetzt bezahlen
        </Button>
      </div>
    </Panel>
  )
}
