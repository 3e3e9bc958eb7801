import { Link } from 'react-router-dom'
import { supportLink } from '#domain/site/support-link.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

interface LockedHelpProps {
  number: string
  canWithdraw: boolean
}

/** Links to support and to the withdrawal while the order has not been unlocked (§ 356a BGB). */
export function LockedHelp({ number, canWithdraw }: LockedHelpProps) {
  return (
    <Panel id="hilfe" title={canWithdraw ? 'Hilfe und Widerruf' : 'Hilfe'}>
      <p className="text-pretty text-muted">
        Haben Sie eine Frage?{' '}
        <Link
          to={supportLink(number)}
          className="text-leaf-700 underline underline-offset-3 hover:decoration-2"
        >
          Schreiben Sie uns
        </Link>
        . Die Auftragsnummer <span className="whitespace-nowrap">{number}</span> ist dort schon eingetragen.
        {canWithdraw && ' Widerrufen können Sie, ohne den Auftrag zu öffnen.'}
      </p>
      {canWithdraw && (
        <div>
          <Link to="/widerruf" className={buttonClass('secondary')}>
            Vertrag widerrufen
          </Link>
        </div>
      )}
    </Panel>
  )
}
