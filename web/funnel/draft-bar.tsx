import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { notify } from '#web/ui/notify.ts'
import type { Draft } from './draft.ts'
import type { RunStore } from './run-store.ts'
import { stepPath } from './step-path.ts'

const clock = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit' })

interface DraftBarProps {
  funnel: Funnel
  store: RunStore
  draft: Draft
}

/** Says that nothing is lost, and lets the visitor take everything back. */
export function DraftBar({ funnel, store, draft }: DraftBarProps) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-1">
      <p
        className={classNames(
          'flex items-center gap-1.5 text-sm text-muted',
          draft.savedAt === 0 && 'invisible',
        )}
      >
        <CheckIcon className="size-4 text-leaf-600" />
        Gespeichert um {clock.format(draft.savedAt)} auf diesem Gerät
      </p>
      <Button look="link" className="-mx-1" onClick={() => setAsking(true)}>
        Entwurf löschen
      </Button>
      <ConfirmDialog
        open={asking}
        title="Entwurf löschen?"
        confirm="Entwurf löschen"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          if (Object.values(draft.answers).some(Array.isArray)) void removeFiles(draft)
          store.restart()
          void navigate(stepPath(funnel, 1))
          notify.success('Ihr Entwurf wurde gelöscht.')
        }}
      >
        Alle Angaben dieses Formulars werden von diesem Gerät entfernt, hochgeladene Dateien auch bei uns. Das
        lässt sich nicht rückgängig machen.
      </ConfirmDialog>
    </div>
  )
}

/** The files of a draft lie with the service. The code comes with the first file, so it is rarely fetched anew. */
async function removeFiles(draft: Draft): Promise<void> {
  try {
    const { removeUploads } = await import('./uploads/remove-uploads.ts')
    await removeUploads(draft)
  } catch (error) {
    console.warn('The uploads could not be removed:', error)
  }
}
