import { CheckIcon } from '#web/ui/icons.tsx'
import { Words } from '#web/features/settings/words.tsx'
import { priceStatement } from '#web/features/site/content/claims.ts'

const included = [
  'Ausgefüllter Antrag als PDF per E\u2011Mail, gleich nach der Zahlung',
  'Brief per Post an den Beitragsservice, mit Bestätigung',
  'Geld zurück, wenn wir den Brief nicht zur Post geben können',
  'Kein Abonnement, keine versteckten Kosten',
]

/** Sidebar with the price, which is the same for all four services. */
export function PriceAside() {
  return (
    <aside aria-label="Preis und Leistung">
      <div className="rounded-2xl bg-leaf-800 p-6 text-white forced-colors:outline-1">
        <p className="text-sm text-leaf-100">Jedes Anliegen</p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <span className="text-2xl font-bold tabular-nums">{priceStatement.price}</span>
          <span className="text-sm text-leaf-100">{priceStatement.terms}</span>
        </p>
        <ul className="mt-5 grid gap-2.5 text-sm">
          {included.map((line) => (
            <li key={line} className="flex gap-2.5">
              <CheckIcon className="mt-0.5 size-4.5 shrink-0 text-lime" />
              {line}
            </li>
          ))}
        </ul>
        <p className="mt-5 border-t border-white/20 pt-4 text-sm text-leaf-100">
          Zahlungsarten: <Words of="methods" />
        </p>
        <p className="mt-3 text-sm text-leaf-100">
          Formlotse ist ein unabhängiger Dienst und gehört nicht zum Beitragsservice.
        </p>
      </div>
    </aside>
  )
}
