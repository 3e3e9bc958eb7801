import { useSyncExternalStore } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { ArrowIcon } from '#web/ui/icons.tsx'
import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

/** Scroll distance after which the button appears, in px. */
const threshold = 300

function subscribe(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

interface ScrollToTopProps {
  /** Whether the sticky call to action covers the lower edge of the screen. */
  aboveCall?: boolean
}

export function ScrollToTop({ aboveCall }: ScrollToTopProps) {
  const shown = useSyncExternalStore(
    subscribe,
    () => window.scrollY > threshold,
    () => false,
  )
  return (
    <button
      type="button"
      aria-label="Nach oben"
      data-above-consent
      onClick={() => {
        // Move the focus first, because the button disappears at the top of the page.
        document.querySelector<HTMLElement>('#inhalt')?.focus({ preventScroll: true })
        window.scrollTo({ top: 0, behavior: scrollBehavior() })
      }}
      className={classNames(
        'fixed low:hidden right-4 z-10 grid size-12 cursor-pointer place-items-center rounded-full border border-line bg-surface text-leaf-800 shadow-card transition-[opacity,visibility] hover:border-leaf-800',
        aboveCall
          ? 'bottom-[calc(var(--consent-height,0px)+6rem)] md:right-6 md:bottom-[calc(var(--consent-height,0px)+1.5rem)]'
          : 'bottom-[calc(var(--consent-height,0px)+1rem)] md:right-6 md:bottom-[calc(var(--consent-height,0px)+1.5rem)]',
        !shown && 'invisible opacity-0',
      )}
    >
      <ArrowIcon className="size-5 -rotate-90" />
    </button>
  )
}
