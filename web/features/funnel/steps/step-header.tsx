import type { ReactNode, Ref } from 'react'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { Progress } from '#web/ui/progress.tsx'
import { ServiceDrawing } from '#web/ui/service-drawing.tsx'

interface StepHeaderProps {
  funnel: Funnel
  step: number
  title: string
  subtitle: string | undefined
  ref?: Ref<HTMLElement>
  children?: ReactNode
}

export function StepHeader({ funnel, step, title, subtitle, ref, children }: StepHeaderProps) {
  const steps = funnel.steps.length
  return (
    // The group has a name, because the header takes the focus when the step opens.
    <header
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for controls, and the header has none
      role="group"
      aria-labelledby="step-progress step-title"
      tabIndex={-1}
      className="grid gap-5"
    >
      <h1 className="flex items-center gap-3 text-xl font-bold tracking-tight sm:text-2xl">
        <ServiceDrawing id={funnel.type} className="size-10 p-1.5 sm:size-12" />
        {funnel.title}
      </h1>
      {children}
      <div className="grid gap-2">
        <p id="step-progress" className="text-sm font-medium text-muted">
          Schritt {step} von {steps}
        </p>
        <Progress value={step} max={steps} />
      </div>
      <div>
        <h2 id="step-title" className="text-lg font-bold sm:text-xl">
          {title}
        </h2>
        {subtitle && <p className="mt-0.5 text-muted">{subtitle}</p>}
      </div>
    </header>
  )
}
