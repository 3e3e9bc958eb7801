import { useEffect, useRef } from 'react'
import { Words } from '#web/features/settings/words.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type Consent, type ConsentState } from './consent.ts'
import { consent } from './visitor-consent.ts'

/** Class names of both buttons. The buttons look the same, because refusing must be as easy as consenting. */
const choiceClass = classNames(buttonClass('secondary'), 'px-2! text-sm whitespace-nowrap sm:px-6!')

const link = 'font-medium text-leaf-700 underline underline-offset-2'

let heightRule: CSSStyleSheet | undefined

/**
 * Sets the height of the dialog in px for the elements that stay above it, see `--consent-height` in `styles.css`. Only
 * their styles are computed again. If they inherited the height, those of the whole page would be.
 */
function announceHeight(height: number): void {
  if (!heightRule) document.adoptedStyleSheets.push((heightRule = new CSSStyleSheet()))
  heightRule.replaceSync(
    `html, [data-above-consent], [data-sonner-toaster] { --consent-height: ${height}px }`,
  )
}

/**
 * Non-modal consent dialog at the bottom of the page. The page remains usable and reserves space for the dialog. The
 * dialog takes the focus only if the visitor opened it.
 */
export function ConsentDialog({ choice }: Pick<ConsentState, 'choice'>) {
  const dialog = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)

  useEffect(() => {
    const element = dialog.current!
    const called = document.activeElement?.hasAttribute('data-opens-consent') ? document.activeElement : null
    opener.current = called
    if (called) element.focus({ preventScroll: true })
    const observer = new ResizeObserver(() => announceHeight(element.offsetHeight))
    observer.observe(element)
    return () => {
      observer.disconnect()
      announceHeight(0)
    }
  }, [])

  /**
   * Calls `end`, which closes the dialog. If the dialog contains the focus, first moves the focus to the button that
   * opened it. If there is no such button, moves the focus to the content of the page.
   */
  function leave(end: () => void) {
    const within = dialog.current?.contains(document.activeElement)
    const next = (opener.current ?? document.querySelector('#inhalt')) as HTMLElement | null
    if (within) next?.focus({ preventScroll: true })
    end()
  }
  const choose = (chosen: Consent) => leave(() => consent.choose(chosen))

  return (
    // This is not a <dialog>: if a <dialog> opened over a menu, it would consume the Escape key meant for the menu.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog closes on Escape
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      data-consent-question
      ref={dialog}
      aria-labelledby="consent-title"
      aria-describedby="consent-text"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && leave(consent.dismiss)}
      className="sticky low:static low:order-first bottom-0 z-20 order-last m-0 w-full max-w-none border-t border-line bg-surface px-4 py-2 shadow-card sm:py-4"
    >
      <div className="mx-auto grid max-w-5xl items-center gap-x-8 gap-y-1.5 md:grid-cols-[1fr_auto]">
        {/* Short paragraphs on a phone: a long one would be the largest text of a form, but appears late. */}
        <div id="consent-text" className="text-[0.8125rem] leading-snug text-muted sm:text-sm">
          <p className="sm:inline">
            <strong id="consent-title" className="text-ink">
              Messung erlauben?
            </strong>{' '}
            Wir möchten unsere Werbung messen.
          </p>{' '}
          <p className="sm:inline">
            Dann erhält unser Analysedienst besuchte Seiten, bei Aufträgen Preis, Klick-Kennung, Name,
            Anschrift und E‑Mail.
            <Words of="adPlatformsThen" />
          </p>{' '}
          <p className="sm:inline">
            Ohne funktioniert alles genauso.
            {choice && <> Bisher: {choice === 'marketing' ? 'alle akzeptiert' : 'nur notwendige'}.</>}
          </p>
        </div>
        <div className="grid grid-cols-2 gap-3">
          <button type="button" className={choiceClass} onClick={() => choose('none')}>
            Nur notwendige
          </button>
          <button type="button" className={choiceClass} onClick={() => choose('marketing')}>
            Alle akzeptieren
          </button>
        </div>
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-[0.8125rem] leading-snug text-muted sm:text-sm md:col-span-full">
          <details className="open:basis-full">
            <summary className={classNames(link, 'w-fit cursor-pointer')}>Was liegt auf Ihrem Gerät?</summary>
            <StoredOnDevice />
          </details>
          <a href="/datenschutz#werbung" target="_blank" rel="noopener" className={link}>
            Datenschutz<span className="sr-only"> (öffnet in neuem Tab)</span>
          </a>
        </div>
      </div>
    </div>
  )
}

function StoredOnDevice() {
  return (
    <div className="mt-1 grid max-h-[30vh] gap-1.5 overflow-y-auto">
      <p>
        <strong className="text-ink">Immer:</strong> im Entwurfsspeicher Ihre Eingaben, 7 Tage; im
        Versandspeicher der Beginn eines Antrags und Ihre E-Mail-Adresse, bis unser Server sie bestätigt.
        Alles Übrige sendet die Seite aus dem Arbeitsspeicher.
      </p>
      <p>
        <strong className="text-ink">Nur mit „Alle akzeptieren“:</strong> im Versandspeicher auch jeder
        Schritt mit Ihren Eingaben (ohne IBAN), bis unser Server ihn bestätigt; dazu eine Kennung für die
        Sitzung und bis zu 7 Tage die Anzeigen, über die Sie kamen.
      </p>
      <p>
        <strong className="text-ink">Gesendet</strong> werden Schritte und E-Mail-Adresse in beiden Fällen an
        uns. Klick-Kennungen speichern wir nur mit Einwilligung
        <Words of="clickIdsThen" /> der Analysedienst erhält auch die Auftragsnummer.
      </p>
    </div>
  )
}
