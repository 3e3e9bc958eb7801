import { Suspense, lazy } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type AnswerSection, answerSections } from '#domain/answer-sections.ts'
import type { Answers, Field, Funnel } from '#domain/funnels/define-funnel.ts'
import { keptQuery } from '#domain/links/kept-query.ts'
import { showAnswer } from './show-answer.ts'
import { stepPath } from './step-path.ts'

// Comes with the code of uploads, which a funnel without files never needs.
const UploadedNames = lazy(async () => ({
  default: (await import('./uploads/uploaded-names.tsx')).UploadedNames,
}))

/** Everything that was entered, by section, each with a way to correct it. */
export function AnswerSummary({ funnel, answers }: { funnel: Funnel; answers: Answers }) {
  const kept = keptQuery(useLocation().search)
  return (
    <div className="grid gap-6">
      <h3 className="text-lg font-bold">{funnel.summaryTitle(answers)}</h3>
      {answerSections(funnel, answers).map((section) => (
        <SummarySection
          key={`${section.step} ${section.title}`}
          section={section}
          answers={answers}
          change={stepPath(funnel, section.step) + kept}
          returnTo={funnel.steps.length}
        />
      ))}
    </div>
  )
}

interface SectionProps {
  section: AnswerSection
  answers: Answers
  change: string
  returnTo: number
}

function SummarySection({ section, answers, change, returnTo }: SectionProps) {
  const { title, fields } = section
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
        {fields.map((field) => (
          <div key={field.name} className="grid gap-0.5 py-2.5 sm:grid-cols-[12rem_1fr] sm:gap-4">
            <dt className="text-sm text-muted sm:pt-0.5">{field.label}</dt>
            <dd className="min-w-0 break-words">
              <ShownAnswer field={field} answers={answers} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ShownAnswer({ field, answers }: { field: Field; answers: Answers }) {
  const lines = showAnswer(field, answers).map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
  const answer = answers[field.name]
  if (!Array.isArray(answer)) return lines
  return (
    <Suspense fallback={lines}>
      <UploadedNames field={field.name} ids={answer} />
    </Suspense>
  )
}
