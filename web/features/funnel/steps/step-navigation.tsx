import { useLocation, useNavigate } from 'react-router-dom'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useHydrated } from '#web/ui/timing/use-hydrated.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'

interface StepNavigationProps {
  funnel: Funnel
  step: number
  busy: boolean
  onCancel: () => void
}

/** Buttons of all steps except the last. */
export function StepNavigation({ funnel, step, busy, onCancel }: StepNavigationProps) {
  const navigate = useNavigate()
  const kept = keptQuery(useLocation().search)
  const hydrated = useHydrated()
  return (
    <div className="flex flex-col-reverse gap-3 border-t border-line pt-6 sm:flex-row sm:justify-between">
      {step === 1 ? (
        <Button
          look="secondary"
          onClick={() => {
            onCancel()
            void navigate(`/${kept}`)
          }}
        >
          Abbrechen
        </Button>
      ) : (
        <Button
          look="secondary"
          disabled={busy}
          onClick={() => void navigate(stepPath(funnel, step - 1) + kept, { state: { scroll: 'top' } })}
        >
          Zurück
        </Button>
      )}
      {/* A disabled submit button also prevents that the Enter key sends the values in the URL. */}
      <Button type="submit" disabled={busy || !hydrated} className="sm:min-w-40">
        {busy && <Spinner />}
        {busy ? 'Wird verarbeitet...' : hydrated ? 'Nächste' : 'Wird geladen …'}
      </Button>
    </div>
  )
}
