import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, priceOf } from '#domain/forms/define-funnel.ts'
import { isBusinessOrder } from '#domain/funnels/fields/business.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { AlertIcon } from '#web/ui/icons.tsx'
import { Words } from '#web/features/settings/words.tsx'
import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

interface OrderTermsProps {
  funnel: Funnel
  values: FieldValues
  failure: string | undefined
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
}

/** Essential terms and total price, which § 312j (2) BGB requires directly above the order button. */
export function OrderTerms({ funnel, values, failure }: OrderTermsProps) {
  return (
    <div className="grid gap-5">
      {failure && (
        <p
          ref={bringIntoView}
          role="alert"
          className="flex gap-3 rounded-xl border-2 border-alarm bg-alarm-soft p-4 font-medium text-alarm"
        >
          <AlertIcon className="mt-0.5 size-5 shrink-0" />
          {failure}
        </p>
      )}
      <section aria-labelledby="order-terms" className="rounded-xl bg-leaf-50 p-4 sm:p-5">
        <h3 id="order-terms" className="font-bold">
          Ihr Auftrag
        </h3>
        <ul className="mt-2 grid list-disc gap-1 pl-5 text-sm">
          {funnel.essentials.map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>
            Zahlungsarten: <Words of="methods" />
          </li>
          {isBusinessOrder(values) && (
            <li className="font-semibold">Bestellung als Unternehmer: Es besteht kein Widerrufsrecht</li>
          )}
        </ul>
        <p className="mt-4 flex items-baseline justify-between gap-4 border-t border-leaf-200 pt-3">
          <span className="font-semibold">
            Gesamtpreis <span className="block text-sm font-normal text-muted">inkl. gesetzlicher MwSt.</span>
          </span>
          <strong className="text-xl tabular-nums">{euro(priceOf(funnel, values))}</strong>
        </p>
      </section>
    </div>
  )
}
