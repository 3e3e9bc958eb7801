import { Suspense, lazy } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type SummarySection, summarySections } from '#domain/forms/summary-sections.ts'
import type { Field, FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { showValue } from './show-value.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'

// Loaded on demand, because only funnels with file uploads need this code.
const UploadedNames = lazy(async () => ({
  default: (await import('#web/features/funnel/uploads/uploaded-names.tsx')).UploadedNames,
}))

/** Summary of the entered values by section. Each section has a link to its step. */
export function FormSummary({ funnel, values }: { funnel: Funnel; values: FieldValues }) {
  const kept = keptQuery(useLocation().search)
  return (
    <div className="grid gap-6">
      <h3 className="text-lg font-bold">{funnel.summaryTitle(values)}</h3>
      {summarySections(funnel, values).map((section) => (
        <SummarySection
          key={`${section.step} ${section.title}`}
          section={section}
          values={values}
          change={stepPath(funnel, section.step) + kept}
          returnTo={funnel.steps.length}
        />
      ))}
    </div>
  )
}

interface SectionProps {
  section: SummarySection
  values: FieldValues
  change: string
  returnTo: number
}

function SummarySection({ section, values, change, returnTo }: SectionProps) {
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
              <ShownValue field={field} values={values} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ShownValue({ field, values }: { field: Field; values: FieldValues }) {
  const lines = showValue(field, values).map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
  const value = values[field.name]
  if (!Array.isArray(value)) return lines
  return (
    <Suspense fallback={lines}>
      <UploadedNames field={field.name} ids={value} />
    </Suspense>
  )
}
