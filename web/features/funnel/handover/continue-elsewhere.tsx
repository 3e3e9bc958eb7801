import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { HandoverLink } from './handover-link.tsx'
import type { HandoverSource } from '#web/features/funnel/run/handover-source.ts'
import { useHandoverLink, useIsRead } from './use-handover.ts'

interface ContinueElsewhereProps {
  source: HandoverSource
  open: boolean
  onClose: () => void
}

/**
 * Dialog with which the visitor continues on another device. When that device has the draft, this one stops saving, also
 * if the dialog has been closed meanwhile.
 */
export function ContinueElsewhere({ source, open, onClose }: ContinueElsewhereProps) {
  const { store } = source
  const { made, make } = useHandoverLink(source, { open })
  const { handover } = useSyncExternalStore(store.subscribe, store.draft)
  const waiting = handover !== undefined && handover.field === undefined
  const [isRead] = useIsRead(source, { open, waiting })
  useEffect(() => {
    if (isRead) store.keep({ handover: { isTaken: true } })
  }, [isRead, store])

  return (
    <Modal open={open} title="Auf anderem Gerät weitermachen" onClose={onClose}>
      <ol className="mt-3 grid list-decimal gap-1 pl-5">
        <li>Scannen Sie den Code mit der Kamera des anderen Geräts, oder öffnen Sie dort den Link.</li>
        <li>Ihr Antrag öffnet sich dort, wo Sie hier gerade sind.</li>
        <li>IBAN und Zustimmungen geben Sie dort noch einmal ein; sie werden nicht übertragen.</li>
      </ol>
      <div className="mt-4 grid gap-4">
        {open && <HandoverLink made={made} subject="Mein Antrag bei Formlotse" onRetry={() => void make()} />}
        <p className="text-sm text-muted">
          Der Link gilt 24 Stunden und nur einmal. Wer ihn öffnet, sieht Ihre Angaben: Geben Sie ihn nur an
          Geräte, denen Sie vertrauen. Wir können den Entwurf nicht lesen.
        </p>
        <Button look="secondary" onClick={onClose}>
          Hier weitermachen
        </Button>
      </div>
    </Modal>
  )
}
