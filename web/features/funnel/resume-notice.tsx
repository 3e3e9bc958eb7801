import { Link, useLocation } from 'react-router-dom'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { Draft } from '#web/features/funnel/run/draft.ts'
import { firstOpenStep, today } from '#web/features/funnel/form/form-state.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'

/**
 * Returns the step at which the visitor can continue: the last opened step or the first incomplete step, whichever has
 * the lower number. Returns undefined if this step is not after `step`, which the visitor has just opened, or if the
 * order has been placed.
 */
export function stepToResume(funnel: Funnel, draft: Draft, step: number): number | undefined {
  const last = Math.min(draft.history.at(-1) ?? 1, firstOpenStep(funnel, draft.answers, today()))
  return last > step && !draft.order ? last : undefined
}

interface ResumeNoticeProps {
  funnel: Funnel
  /** Draft as it was stored when the page was opened. */
  draft: Draft
  step: number
}

/** Notice with a link to the step where the visitor stopped. It is shown if the visitor opens an earlier step. */
export function ResumeNotice({ funnel, draft, step }: ResumeNoticeProps) {
  const kept = keptQuery(useLocation().search)
  return (
    <section
      aria-label="Ihr Entwurf"
      className="mb-6 flex flex-col items-start gap-3 rounded-xl border border-leaf-200 bg-leaf-50 p-4 sm:flex-row sm:items-center sm:justify-between"
    >
      <p>
        <strong className="font-semibold">Willkommen zurück!</strong> Ihr Entwurf vom{' '}
        {new Date(draft.savedAt).toLocaleString('de-DE', { dateStyle: 'short', timeStyle: 'short' })} Uhr ist
        noch da.
      </p>
      <Link to={stepPath(funnel, step) + kept} className={classNames(buttonClass('secondary'), 'shrink-0')}>
        Weiter bei Schritt {step}
      </Link>
    </section>
  )
}
