import { Link } from 'react-router-dom'
import { supportLink } from '#domain/site/support-link.ts'
import { statusPath } from '#domain/site/status-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { ShownOrder } from './use-order.ts'

const link = 'text-leaf-700 underline underline-offset-3 hover:decoration-2'

/** Links to the status page, to support and to the withdrawal. */
export function OrderLinks({ order, home }: { order: ShownOrder; home: string }) {
  const { statusUrl, number, can } = order
  return (
    <Panel id="auftrag-verfolgen" title="Ihr Auftrag im Blick">
      <p className="text-pretty text-muted">
        {statusUrl
          ? 'Auf der Statusseite sehen Sie, wie weit Ihr Auftrag ist, und finden Ihre Dokumente. Den Link haben Sie auch per E-Mail.'
          : 'In unserer E-Mail finden Sie den Link zu Ihrem Auftrag und Ihren Dokumenten.'}
      </p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <a href={statusUrl ?? statusPath} className={buttonClass()}>
          {statusUrl ? 'Zur Statusseite' : 'Auftrag öffnen'}
        </a>
        <Link to={home} className={buttonClass('secondary')}>
          Zurück zur Startseite
        </Link>
      </div>
      <p className="text-sm text-muted">
        Fragen?{' '}
        <Link to={supportLink(number)} className={link}>
          Schreiben Sie uns
        </Link>
        . Die Nummer <span className="whitespace-nowrap">{number}</span> ist dort schon eingetragen.
      </p>
      {can?.withdraw !== false && (
        <p className="border-t border-line pt-4">
          <a href={statusUrl ?? '/widerruf'} className={buttonClass('compact')}>
            Vertrag widerrufen
          </a>
        </p>
      )}
    </Panel>
  )
}
