import type { Ref } from 'react'
import { Progress } from '#web/ui/progress.tsx'

interface StepHeaderProps {
  step: number
  steps: number
  title: string
  subtitle: string | undefined
  ref?: Ref<HTMLDivElement>
}

export function StepHeader({ step, steps, title, subtitle, ref }: StepHeaderProps) {
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-4">
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
    </div>
  )
}
