import type { Ref } from 'react'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { Progress } from '#web/ui/progress.tsx'

interface StepHeaderProps {
  funnel: Funnel
  step: number
  title: string
  subtitle: string | undefined
  ref?: Ref<HTMLElement>
}

export function StepHeader({ funnel, step, title, subtitle, ref }: StepHeaderProps) {
  const steps = funnel.steps.length
  return (
    <header ref={ref} tabIndex={-1} className="grid gap-5">
      <h1 className="text-xl font-bold tracking-tight sm:text-2xl">
        <span aria-hidden="true" className="mr-2">
          {funnel.emoji}
        </span>
        {funnel.title}
      </h1>
      <div className="grid gap-2">
        <p id="step-progress" className="text-sm font-medium text-muted">
          Schritt {step} von {steps}
        </p>
        <Progress value={step} max={steps} labelledBy="step-progress" />
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
