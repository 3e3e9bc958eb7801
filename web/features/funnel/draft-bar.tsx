import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { loadedLater } from '#web/ui/timing/loaded-later.ts'
import { RenderedWhenIdle } from '#web/ui/timing/rendered-when-idle.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { notify } from '#web/ui/notify.ts'
import type { Draft } from '#web/features/funnel/run/draft.ts'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'
import { ElsewhereButton } from '#web/features/funnel/handover/elsewhere-button.tsx'
import { hasEntries } from '#web/features/funnel/form/form-state.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'

const ConfirmDialog = loadedLater(async () => (await import('#web/ui/confirm-dialog.tsx')).ConfirmDialog)

interface DraftBarProps {
  funnel: Funnel
  store: RunStore
  draft: Draft
  runTracker: RunTracker
}

/** Shows when the draft was saved, and lets the visitor continue on another device or delete the draft. */
export function DraftBar({ funnel, store, draft, runTracker }: DraftBarProps) {
  const navigate = useNavigate()
  const [confirming, setConfirming] = useState(false)
  const entered = hasEntries(funnel, draft)
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-1">
      <p className={classNames('flex items-center gap-1.5 text-sm text-muted', !entered && 'invisible')}>
        <CheckIcon className="size-4 text-leaf-600" />
        {/* Without entries, the text only takes up space, and must be the same when the page is hydrated. */}
        Gespeichert um {entered ? clock(draft.savedAt) : '00:00'} auf diesem Gerät
      </p>
      <div className="flex flex-wrap gap-x-4">
        <ElsewhereButton funnel={funnel} store={store} runTracker={runTracker} />
        <Button look="link" className="-mx-1" onClick={() => setConfirming(true)}>
          Entwurf löschen
        </Button>
      </div>
      <RenderedWhenIdle>
        <ConfirmDialog
          open={confirming}
          title="Entwurf löschen?"
          confirm="Entwurf löschen"
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            // The draft of the last rendering may lack a file whose upload has just been completed.
            const run = store.draft()
            if (run.handover || Object.values(run.answers).some(Array.isArray)) void removeFromService(run)
            // Call `draftDeleted` before `store.restart`. A later call would also remove the start event of the new run.
            runTracker.draftDeleted()
            store.restart()
            void navigate(stepPath(funnel, 1))
            notify.success('Ihr Entwurf wurde gelöscht.')
          }}
        >
          Alle Angaben dieses Formulars werden von diesem Gerät entfernt, hochgeladene Dateien auch bei uns.
          Schon übermittelte Angaben löschen wir nach der Frist in der Datenschutzerklärung. Das lässt sich
          nicht rückgängig machen.
        </ConfirmDialog>
      </RenderedWhenIdle>
    </div>
  )
}

/**
 * Removes the files and the hand-over of a draft from the service. The import at this point costs little: most of the
 * imported code was already loaded for the first upload.
 */
async function removeFromService(draft: Draft): Promise<void> {
  try {
    const { forgetDraft } = await import('#web/features/funnel/handover/forget-draft.ts')
    await forgetDraft(draft)
  } catch (error) {
    console.warn('The draft could not be removed from the service:', error)
  }
}

/** Returns the time of day in the visitor's time zone: `09:05`. Without `Intl`, see `german-number.ts`. */
function clock(at: number): string {
  const time = new Date(at)
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}
