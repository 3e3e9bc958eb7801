import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { notify } from '#web/ui/notify.ts'
import type { Draft } from '#web/features/funnel/run/draft.ts'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'

const clock = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit' })

interface DraftBarProps {
  funnel: Funnel
  store: RunStore
  draft: Draft
  runTracker: RunTracker
}

/** Shows when the draft was saved, and lets the visitor delete it. */
export function DraftBar({ funnel, store, draft, runTracker }: DraftBarProps) {
  const navigate = useNavigate()
  const [confirming, setConfirming] = useState(false)
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
      <Button look="link" className="-mx-1" onClick={() => setConfirming(true)}>
        Entwurf löschen
      </Button>
      <ConfirmDialog
        open={confirming}
        title="Entwurf löschen?"
        confirm="Entwurf löschen"
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          if (Object.values(draft.answers).some(Array.isArray)) void removeFiles(draft)
          // Call `draftDeleted` before `store.restart`. A later call would also remove the start event of the new run.
          runTracker.draftDeleted()
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

/**
 * Removes the files of a draft from the service. The import at this point costs little: most of the imported code was
 * already loaded for the first upload.
 */
async function removeFiles(draft: Draft): Promise<void> {
  try {
    const { removeUploads } = await import('#web/features/funnel/uploads/remove-uploads.ts')
    await removeUploads(draft)
  } catch (error) {
    console.warn('The uploads could not be removed:', error)
  }
}
