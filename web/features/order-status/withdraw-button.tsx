import { useState } from 'react'
import type { StatusResponse } from '#domain/orders/status-contract.ts'
import { withdrawalText } from '#domain/orders/story/status-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { failureText, withdraw } from './status-requests.ts'

export interface WithdrawProps {
  state: StatusResponse
  access: string
  refresh: () => Promise<StatusResponse | undefined>
  /** Called with what to tell the customer after the withdrawal or the objection. */
  onDone: (message: string) => void
  onLocked: () => void
}

interface WithdrawButtonProps extends WithdrawProps {
  label: string
  onFailure: (text: string) => void
}

const polls = 20
const pollMs = 500
const received = 'Ihr Widerruf ist eingegangen. Die Eingangsbestätigung senden wir Ihnen per E-Mail.'

/** Button that withdraws from the contract, after a question. */
export function WithdrawButton({ label, state, access, refresh, ...on }: WithdrawButtonProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function confirm(): Promise<void> {
    setAsking(false)
    setBusy(true)
    const result = await withdraw(access)
    if (result.kind === 'ok') await recorded()
    setBusy(false)
    if (result.kind === 'locked') return on.onLocked()
    if (result.kind !== 'ok') return on.onFailure(failureText(result.kind))
    on.onDone(received)
  }

  /** Waits until the declaration, which is stored, is recorded in the order. That takes moments. */
  async function recorded(): Promise<void> {
    for (let polled = 0; polled < polls; polled += 1) {
      await new Promise((resolve) => setTimeout(resolve, pollMs))
      const latest = await refresh()
      if (latest && !latest.can.withdraw) return
    }
  }

  return (
    <>
      <Button look="secondary" disabled={busy} onClick={() => setAsking(true)}>
        {busy && <Spinner />}
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title="Vertrag wirklich widerrufen?"
        confirm="Widerruf bestätigen"
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        Sie widerrufen den Vertrag über {state.product} (Auftrag {state.number}).{' '}
        {withdrawalText(state.withdrawalIsFinal)}
      </ConfirmDialog>
    </>
  )
}
