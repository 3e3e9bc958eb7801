import { useState } from 'react'
import { Link } from 'react-router-dom'
import { supportLink } from '#domain/site/support-link.ts'
import { withdrawalText } from '#domain/orders/story/status-texts.ts'
import { Failure, Panel } from '#web/ui/panel.tsx'
import { WithdrawButton, type WithdrawProps } from './withdraw-button.tsx'

const link = 'text-leaf-700 underline underline-offset-3 hover:decoration-2'

/** Links to support, and withdraws from the contract if `canWithdraw`. */
export function Help({ canWithdraw, ...props }: WithdrawProps & { canWithdraw: boolean }) {
  const { number, withdrawalIsFinal } = props.state
  const [failure, setFailure] = useState<string>()
  return (
    <Panel id="hilfe" title={canWithdraw ? 'Hilfe und Widerruf' : 'Hilfe'}>
      {failure && <Failure>{failure}</Failure>}
      <p className="text-muted">
        Haben Sie eine Frage?{' '}
        <Link to={supportLink(number)} className={link}>
          Schreiben Sie uns
        </Link>
        . Die Auftragsnummer <span className="whitespace-nowrap">{number}</span> ist dort schon eingetragen.
      </p>
      {canWithdraw && (
        <>
          <p className="text-pretty text-muted">
            Hier können Sie den Vertrag widerrufen. {withdrawalText(withdrawalIsFinal)} Einzelheiten stehen in
            der{' '}
            <Link to="/widerrufsbelehrung" className={link}>
              Widerrufsbelehrung
            </Link>
            .
          </p>
          <div>
            <WithdrawButton {...props} label="Vertrag widerrufen" onFailure={setFailure} />
          </div>
        </>
      )}
    </Panel>
  )
}
