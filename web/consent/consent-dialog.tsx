import { useEffect, useRef } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type Consent, type ConsentState } from './consent.ts'
import { consent } from './visitor-consent.ts'

/** The answers weigh the same: one look for both. */
const answer = classNames(buttonClass('secondary'), 'px-2! text-sm whitespace-nowrap sm:px-6!')

/**
 * The question at the foot of the page. It is not modal: the page can be used with it, and has room for it at its end.
 * It takes the focus only when the visitor called it.
 */
export function ConsentDialog({ choice }: Pick<ConsentState, 'choice'>) {
  const dialog = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)

  useEffect(() => {
    const element = dialog.current!
    const called = document.activeElement?.hasAttribute('data-asks-consent') ? document.activeElement : null
    opener.current = called
    if (called) element.focus({ preventScroll: true })
    // What is at the lower edge of the screen moves above it.
    const root = document.documentElement
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--consent-height', `${element.offsetHeight}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--consent-height')
    }
  }, [])

  /** The focus must not go with the dialog. */
  function leave(end: () => void) {
    const within = dialog.current?.contains(document.activeElement)
    const next = (opener.current ?? document.querySelector('#inhalt')) as HTMLElement | null
    if (within) next?.focus({ preventScroll: true })
    end()
  }
  const choose = (chosen: Consent) => leave(() => consent.choose(chosen))

  return (
    // Not a <dialog>: one that comes while a menu is open takes the next Escape, and the menu stays.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape belongs to a dialog
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      data-consent-question
      ref={dialog}
      aria-labelledby="consent-title"
      aria-describedby="consent-text"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && leave(consent.dismiss)}
      className="sticky bottom-0 z-20 order-last m-0 w-full max-w-none border-t border-line bg-surface px-4 py-2.5 shadow-card sm:py-4"
    >
      <div className="mx-auto grid max-w-5xl items-center gap-x-8 gap-y-2 md:grid-cols-[1fr_auto]">
        <p id="consent-text" className="text-[0.8125rem] leading-snug text-muted sm:text-sm">
          <strong id="consent-title" className="text-ink">
            Messung erlauben?
          </strong>{' '}
          Wir würden gern messen, welche Werbung zu Besuchen und Aufträgen führt. Ohne geht alles genauso.{' '}
          {choice && <>Bisher: {choice === 'marketing' ? 'alle akzeptiert' : 'nur notwendige'}. </>}
          <a
            href="/datenschutz#werbung"
            target="_blank"
            rel="noopener"
            className="font-medium text-leaf-700 underline underline-offset-2"
          >
            Datenschutz<span className="sr-only"> (öffnet in neuem Tab)</span>
          </a>
        </p>
        <div className="grid grid-cols-2 gap-3">
          <button type="button" className={answer} onClick={() => choose('none')}>
            Nur notwendige
          </button>
          <button type="button" className={answer} onClick={() => choose('marketing')}>
            Alle akzeptieren
          </button>
        </div>
      </div>
    </div>
  )
}
