import { type ReactNode, Suspense } from 'react'
import type { Control } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import type { VisibleBlock } from '#domain/forms/visible-fields.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { Button } from '#web/ui/button.tsx'
import { FormSummary } from './form-summary.tsx'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'
import { ConsentGroup } from './consent-group.tsx'
import { OrderTerms } from './order-terms.tsx'
import { ServiceLevelChoice } from './service-level-choice.tsx'

interface LastStepProps {
  funnel: Funnel
  /** Blocks of consents. */
  consents: readonly VisibleBlock[]
  values: FieldValues
  control: Control<FormValues>
  busy: boolean
  failure: string | undefined
  /** The other fields of the step. */
  children: ReactNode
}

/** Content of the last step: the summary, the options of the order, the consents and the essential terms. */
export function LastStep({ funnel, consents, values, control, busy, failure, children }: LastStepProps) {
  const navigate = useNavigate()
  const kept = keptQuery(useLocation().search)
  const back = stepPath(funnel, funnel.steps.length - 1) + kept
  return (
    <>
      <FormSummary funnel={funnel} values={values} />
      <div className="grid gap-4">{children}</div>
      <section aria-labelledby="consents" className="grid gap-4">
        <h3 id="consents" className="text-lg font-bold">
          Bestätigen und beauftragen
        </h3>
        {consents.map((block) => (
          <ConsentGroup key={block.title} block={block} values={values} control={control} />
        ))}
      </section>
      <Suspense>
        <ServiceLevelChoice funnel={funnel} values={values} control={control} />
      </Suspense>
      <OrderTerms funnel={funnel} values={values} failure={failure} />
      <Button
        look="secondary"
        className="justify-self-start"
        disabled={busy}
        onClick={() => void navigate(back, { state: { scroll: 'top' } })}
      >
        Zurück
      </Button>
    </>
  )
}
