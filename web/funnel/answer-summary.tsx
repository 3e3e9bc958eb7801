import { Link, useLocation } from 'react-router-dom'
import type { Answers, Funnel, Step } from '#domain/funnels/define-funnel.ts'
import { keptQuery } from '#web/attribution/kept-query.ts'
import { shownFields } from './form-state.ts'
import { showAnswer } from './show-answer.ts'
import { stepPath } from './step-path.ts'

/** Everything that was entered, by section, each with a way to correct it. */
export function AnswerSummary({ funnel, answers }: { funnel: Funnel; answers: Answers }) {
  const kept = keptQuery(useLocation().search)
  const earlier = funnel.steps.slice(0, -1)
  return (
    <div className="grid gap-6">
      <h3 className="text-lg font-bold">{funnel.summaryTitle(answers)}</h3>
      {earlier.map((step, index) => (
        <SummarySection
          key={step.name}
          step={step}
          answers={answers}
          change={stepPath(funnel, index + 1) + kept}
          returnTo={funnel.steps.length}
        />
      ))}
    </div>
  )
}

interface SectionProps {
  step: Step
  answers: Answers
  change: string
  returnTo: number
}

function SummarySection({ step, answers, change, returnTo }: SectionProps) {
  const title = typeof step.title === 'string' ? step.title : step.title(answers)
  const rows = shownFields(step, answers).flatMap((field) => {
    const lines = showAnswer(field, answers)
    return lines.length > 0 ? [{ field, lines }] : []
  })
  return (
    <section className="rounded-xl border border-line">
      <div className="flex items-center justify-between gap-4 rounded-t-xl border-b border-line bg-leaf-50 px-4 py-2.5 sm:px-5">
        <h4 className="font-semibold">{title}</h4>
        <Link
          to={change}
          state={{ returnTo }}
          className="inline-flex min-h-6 items-center text-sm text-leaf-700 underline underline-offset-4 hover:decoration-2"
        >
          Ändern<span className="sr-only">: {title}</span>
        </Link>
      </div>
      <dl className="divide-y divide-line px-4 sm:px-5">
        {rows.map(({ field, lines }) => (
          <div key={field.name} className="grid gap-0.5 py-2.5 sm:grid-cols-[12rem_1fr] sm:gap-4">
            <dt className="text-sm text-muted sm:pt-0.5">{field.label}</dt>
            <dd className="min-w-0 break-words">
              {lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
