import { classNames } from '#web/ui/class-names.ts'
import { priceStatement } from '#web/features/site/content/claims.ts'
import { CallToAction, mainCallId } from '#web/features/site/layout/main-call.tsx'
import { closingCallId } from './closing-call.tsx'
import { useReached, useScrolledPast } from '#web/features/site/layout/use-scrolled-past.ts'

/**
 * Call to action with the price at the bottom of the screen. It is shown once the main call to action has scrolled away,
 * until the closing one comes into view.
 */
export function StickyCall() {
  const gone = useScrolledPast(mainCallId, { line: 0, wait: 100 })
  const shown = !useReached(closingCallId) && gone
  return (
    <aside
      aria-label="Antrag starten"
      data-above-consent
      data-sticky-call={shown ? 'shown' : 'hidden'}
      className={classNames(
        'low:hidden fixed inset-x-0 bottom-(--consent-height,0px) z-10 flex items-center justify-between gap-4 bg-leaf-900 p-3 text-white forced-colors:outline-1 transition-[translate,visibility] duration-300',
        'md:inset-x-auto md:bottom-[calc(var(--consent-height,0px)+1.25rem)] md:left-1/2 md:w-[46rem] md:-translate-x-1/2 md:rounded-2xl md:p-3.5 md:pl-6 md:shadow-card',
        // Do not hide the bar while it contains the focus. Otherwise, the focus would be lost.
        !shown &&
          'invisible translate-y-full focus-within:visible focus-within:translate-y-0 md:translate-y-[150%] md:focus-within:translate-y-0',
      )}
    >
      <p className="text-[0.8125rem] leading-snug md:text-sm">
        <strong className="block text-base md:inline">{priceStatement.price}</strong>{' '}
        <span className="text-leaf-100">
          einmalig<span className="hidden md:inline">, beim Beitragsservice selbst kostenlos</span>
        </span>
      </p>
      <CallToAction className="px-5 whitespace-nowrap">
        <span>
          <span className="hidden md:inline">Jetzt </span>Antrag starten
        </span>
      </CallToAction>
    </aside>
  )
}
