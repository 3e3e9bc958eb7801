import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, priceOf } from '#domain/forms/define-funnel.ts'
import { Button } from '#web/ui/button.tsx'
import { euro } from '#domain/numbers/german-number.ts'
import { Spinner } from '#web/ui/spinner.tsx'

interface OrderFooterProps {
  funnel: Funnel
  values: FieldValues
  busy: boolean
}

/**
 * Footer with the order button and, directly above it, the product and its price (§ 312j Abs. 2 BGB). It stays
 * at the bottom of the screen, except on low screens and at high zoom levels, where it would cover the form.
 */
export function OrderFooter({ funnel, values, busy }: OrderFooterProps) {
  return (
    <div
      data-order-footer
      data-above-consent
      className="-mx-4 mt-5 grid gap-2 border-t border-line bg-surface px-4 py-3 shadow-[0_-8px_24px_-12px_rgb(10_54_32/0.25)] sm:mx-0 sm:rounded-2xl sm:border sm:px-8 sm:py-4 tall:sticky tall:bottom-(--consent-height,0px) tall:z-10 sm:tall:bottom-[calc(var(--consent-height,0px)+0.75rem)]"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="text-muted">{funnel.product}</span>
        <span>
          <strong className="text-base tabular-nums">{euro(priceOf(funnel, values))}</strong> inkl. MwSt.,
          einmalig
        </span>
      </p>
      <Button type="submit" disabled={busy} className="sm:justify-self-end sm:px-8">
        {busy && <Spinner />}
        {busy ? 'Wird verarbeitet...' : 'Kostenpflichtig beauftragen'}
      </Button>
    </div>
  )
}
