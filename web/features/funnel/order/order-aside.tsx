import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, priceOf } from '#domain/forms/define-funnel.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { CheckIcon, LockIcon } from '#web/ui/icons.tsx'
import { Words } from '#web/features/settings/words.tsx'

const included = [
  'Ausgefüllter Antrag als PDF per E\u2011Mail, gleich nach der Zahlung',
  'Brief per Post an den Beitragsservice, mit Bestätigung',
  'Geld zurück, wenn wir den Brief nicht zur Post geben können',
  'Kein Abonnement, keine versteckten Kosten',
]

/** Summary of the product, the provider and the price, shown on every step. */
export function OrderAside({ funnel, values }: { funnel: Funnel; values: FieldValues }) {
  return (
    <aside aria-label="Ihr Auftrag im Überblick" className="max-lg:below-140 lg:pt-1">
      <div className="rounded-2xl bg-leaf-800 p-6 text-white forced-colors:outline-1 forced-colors:-outline-offset-1 lg:sticky lg:top-24">
        <p className="text-sm text-leaf-100">{funnel.product}</p>
        <p className="mt-1 flex items-baseline gap-2">
          <span className="text-2xl font-bold tabular-nums">{euro(priceOf(funnel, values))}</span>
          <span className="text-sm text-leaf-100">einmalig, inkl. MwSt.</span>
        </p>
        <ul className="mt-5 grid gap-2.5 text-sm">
          {included.map((line) => (
            <li key={line} className="flex gap-2.5">
              <CheckIcon className="mt-0.5 size-4.5 shrink-0 text-lime" />
              {line}
            </li>
          ))}
          <li className="flex gap-2.5">
            <LockIcon className="mt-0.5 size-4.5 shrink-0 text-lime" />
            Verschlüsselt übertragen
          </li>
        </ul>
        <p className="mt-5 border-t border-white/20 pt-4 text-sm text-leaf-100">
          Zahlungsarten: <Words of="methods" />
        </p>
        <p className="mt-3 text-sm text-leaf-100">
          Formlotse ist ein unabhängiger Dienst und gehört nicht zum Beitragsservice. Dort können Sie den
          Antrag auch selbst und kostenlos stellen.
        </p>
      </div>
    </aside>
  )
}
