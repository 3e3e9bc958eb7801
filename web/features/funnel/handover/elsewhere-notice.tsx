import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'

/** Notice shown instead of the form when the visitor continues on another device. */
export function ElsewhereNotice({ store }: { store: RunStore }) {
  useDocumentTitle('Weiter auf dem anderen Gerät – Formlotse')
  const notice = useRef<HTMLElement>(null)
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-labelledby="anderes-geraet"
      className="grid gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-8"
    >
      <h1 id="anderes-geraet" className="text-lg font-bold sm:text-xl">
        Sie machen auf dem anderen Gerät weiter
      </h1>
      <p>
        Ihr Antrag ist dort geöffnet. Dieses Gerät speichert nichts mehr; was Sie dort eingeben, ist hier
        nicht zu sehen.
      </p>
      <p className="text-muted">
        Wenn Sie doch hier weitermachen, gilt der Stand, den Sie hier zuletzt hatten. Erteilen Sie den Auftrag
        dann nur auf einem der beiden Geräte.
      </p>
      <Button
        look="secondary"
        className="justify-self-start"
        onClick={() => store.keep({ handover: undefined })}
      >
        Doch hier weitermachen
      </Button>
    </section>
  )
}
