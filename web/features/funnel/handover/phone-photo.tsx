import { useState } from 'react'
import { maxFiles } from '#domain/forms/rules/files.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { usePolling } from './use-polling.ts'
import type { RunFiles } from '#web/features/funnel/uploads/run-files.ts'
import { HandoverLink } from './handover-link.tsx'
import type { HandoverSource } from '#web/features/funnel/run/handover-source.ts'
import { pauseMs, useHandoverLink, useIsRead } from './use-handover.ts'

interface PhonePhotoProps {
  source: HandoverSource
  /** The file field for which the phone takes a photo. */
  field: { name: string; label: string }
  files: RunFiles
  /** Number of files that the field has on this device. */
  count: number
  open: boolean
  onClose: () => void
}

/**
 * Dialog with which the visitor photographs a document with the phone. The file is added to the field when it arrives,
 * also if the dialog has been closed meanwhile.
 */
export function PhonePhoto({ source, field, files, count, open, onClose }: PhonePhotoProps) {
  const { name, label } = field
  const { made, make } = useHandoverLink(source, { open, field: name })
  const [isRead, setUnread] = useIsRead(source, { open, waiting: open && made.link !== undefined })
  const [arrived, setArrived] = useState(0)
  const look = async () => setArrived(arrived + (await files.lookFor(name)))
  usePolling(look, count < maxFiles ? pauseMs(open) : undefined)
  const close = () => {
    setArrived(0)
    setUnread()
    onClose()
  }
  const isHere = arrived > 0

  return (
    <Modal open={open} title="Mit dem Handy fotografieren" onClose={close}>
      <div className="mt-3 grid gap-4">
        {open && !isHere && !isRead && (
          <>
            <ol className="grid list-decimal gap-1 pl-5">
              <li>Scannen Sie den Code mit der Kamera Ihres Handys.</li>
              <li>Fotografieren Sie dort das Dokument.</li>
              <li>Das Foto erscheint hier von selbst.</li>
            </ol>
            <HandoverLink
              made={made}
              subject={`Foto für meinen Antrag: ${label}`}
              onRetry={() => void make()}
            />
          </>
        )}
        <output className="flex items-start gap-2 font-semibold">
          {isHere && <CheckIcon className="mt-0.5 size-5 shrink-0 text-leaf-700" />}
          {isHere
            ? `${arrived === 1 ? 'Ihre Datei ist' : `${arrived} Dateien sind`} angekommen.`
            : isRead
              ? 'Das Handy ist verbunden. Fotografieren Sie jetzt dort das Dokument.'
              : ''}
        </output>
        {!isHere && !isRead && (
          <p className="text-sm text-muted">
            Der Code gilt 24 Stunden und nur einmal. Er überträgt keine Ihrer Angaben, nur die Erlaubnis,
            Dateien zu diesem Antrag hochzuladen.
          </p>
        )}
        <Button look={isHere ? 'primary' : 'secondary'} onClick={close}>
          {isHere ? 'Fertig' : 'Schließen'}
        </Button>
      </div>
    </Modal>
  )
}
