import type { Funnel } from '#domain/forms/define-funnel.ts'
import type { StatusData } from '#domain/orders/status-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { OrderData } from './order-data.tsx'
import { Panel } from '#web/ui/panel.tsx'

interface OwnDataProps {
  funnel: Funnel
  data: StatusData
  canAmend: boolean
  onEdit: () => void
}

/** Id of the button that opens the form for changes. It gets the focus again when the form is closed. */
export const amendButtonId = 'angaben-aendern'

/** The values of the order, with a button that opens the form for changes. */
export function OwnData({ funnel, data, canAmend, onEdit }: OwnDataProps) {
  return (
    <Panel id="angaben" title="Ihre Angaben">
      <OrderData funnel={funnel} values={data.values} uploads={data.uploads} />
      {canAmend ? (
        <div>
          <Button id={amendButtonId} look="secondary" onClick={onEdit}>
            Angaben ändern oder Nachweis hinzufügen
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">Diese Angaben lassen sich nicht mehr ändern.</p>
      )}
    </Panel>
  )
}
