import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Conflict } from '#web/features/funnel/run/run-store.ts'

interface OtherTabDialogProps {
  conflict: Conflict | undefined
  onLoad: () => void
  onKeep: () => void
}

const texts = {
  changed: {
    title: 'In einem anderen Tab geändert',
    text: 'Sie haben diesen Entwurf in einem anderen Tab geändert; dieser Tab zeigt einen älteren Stand. Wenn Sie ihn behalten, gehen die Änderungen aus dem anderen Tab verloren.',
    load: 'Neuen Stand laden',
  },
  ended: {
    title: 'In einem anderen Tab beendet',
    text: 'In einem anderen Tab wurde dieser Entwurf gelöscht oder sein Auftrag abgeschlossen. Mit den Angaben dieses Tabs können Sie einen neuen Antrag beginnen; Dateien fügen Sie dann bitte neu hinzu.',
    load: 'Stand des anderen Tabs laden',
  },
}

/**
 * Asks which values to continue with if another tab has changed or ended the draft. Until the visitor decides, this tab
 * saves nothing. Closing the dialog by Escape decides nothing.
 */
export function OtherTabDialog({ conflict, onLoad, onKeep }: OtherTabDialogProps) {
  const [closed, setClosed] = useState<Conflict>()
  const { title, text, load } = texts[conflict?.kind === 'ended' ? 'ended' : 'changed']
  return (
    <ConfirmDialog
      open={conflict !== undefined && conflict !== closed}
      title={title}
      confirm={load}
      look="primary"
      focusConfirm
      keep="Diesen Stand behalten"
      onConfirm={onLoad}
      onKeep={onKeep}
      onClose={() => setClosed(conflict)}
    >
      {text}
    </ConfirmDialog>
  )
}
