import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, priceOf } from '#domain/forms/define-funnel.ts'
import { euro } from '#domain/numbers/german-number.ts'

/** Price and independence on the first screen of narrow pages, where the order summary follows the form. */
export function PriceLine({ funnel, values }: { funnel: Funnel; values: FieldValues }) {
  return (
    <p className="rounded-lg bg-leaf-100 px-3 py-2 text-sm leading-snug lg:hidden">
      <span className="block">
        <strong className="tabular-nums">{euro(priceOf(funnel, values))}</strong> einmalig, inkl. MwSt.
      </span>
      Unabhängiger Dienst, nicht der Beitragsservice: Dort ist der Antrag kostenlos.
    </p>
  )
}
