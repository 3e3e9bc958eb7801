import { useState } from 'react'
import { objectionText } from '#domain/orders/story/status-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Failure, Panel } from '#web/ui/panel.tsx'
import { failureText, object } from './status-requests.ts'
import { WithdrawButton, type WithdrawProps } from './withdraw-button.tsx'

/** Lets the customer decide about a declared withdrawal, which may come from somebody else. */
export function Declared(props: WithdrawProps) {
  const { state, access, onDone, onLocked } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function keep(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    const result = await object(access)
    setBusy(false)
    if (result.kind === 'locked') return onLocked()
    if (result.kind !== 'ok') return setFailure(failureText(result.kind))
    onDone('Sie haben dem Widerruf widersprochen. Ihr Auftrag bleibt bestehen.')
  }

  return (
    <Panel id="erklaerter-widerruf" title="Widerruf zu diesem Auftrag">
      {failure && <Failure>{failure}</Failure>}
      <p className="text-pretty text-muted">{objectionText(state.can.withdraw)}</p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button disabled={busy} onClick={() => void keep()}>
          {busy && <Spinner />}
          Dem Widerruf widersprechen
        </Button>
        {state.can.withdraw && (
          <WithdrawButton {...props} label="Widerruf bestätigen" onFailure={setFailure} />
        )}
      </div>
    </Panel>
  )
}
