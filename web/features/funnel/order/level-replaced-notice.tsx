import { type Funnel, priceOf } from '#domain/forms/define-funnel.ts'
import { euro } from '#domain/numbers/german-number.ts'

/** Notice shown if a stored draft had the VIP level but VIP is no longer offered. */
export function LevelReplacedNotice({ funnel }: { funnel: Funnel }) {
  return (
    <p className="mb-6 rounded-xl border border-leaf-200 bg-leaf-50 p-4">
      <strong className="font-semibold">Die Servicestufe VIP bieten wir zurzeit nicht an.</strong> Für Ihren
      Auftrag gilt der Preis von {euro(priceOf(funnel, {}))} inkl. MwSt.
    </p>
  )
}
