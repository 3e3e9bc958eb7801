import { Suspense, lazy } from 'react'
import { Link, useLocation } from 'react-router-dom'
import {
  type SummaryRow,
  type SummarySection,
  summaryRows,
  summarySections,
} from '#domain/forms/summary-sections.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { classNames } from '#web/ui/class-names.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { showValue } from '#domain/forms/show-value.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'

// Loaded on demand, because only funnels with file uploads need this code.
const UploadedNames = lazy(async () => ({
  default: (await import('#web/features/funnel/uploads/uploaded-names.tsx')).UploadedNames,
}))

/** Summary of the entered values by section. Each section has a link to its step. */
export function FormSummary({ funnel, values }: { funnel: Funnel; values: FieldValues }) {
  const kept = keptQuery(useLocation().search)
  return (
    <div className="grid gap-3 sm:gap-6">
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
      <div className="flex items-center justify-between gap-4 rounded-t-xl border-b border-line bg-leaf-50 px-4 py-1 sm:px-5 sm:py-2.5">
        <h4 className="font-semibold">{title}</h4>
        <Link
          to={change}
          state={{ returnTo }}
          className="inline-flex min-h-6 items-center text-sm text-leaf-700 underline underline-offset-4 hover:decoration-2"
        >
          Ändern<span className="sr-only"> {title}</span>
        </Link>
      </div>
      <dl className="divide-y divide-line px-4 sm:px-5">
        {summaryRows(fields).map((row) => (
          <div
            key={row.label}
            className={classNames(
              'grid gap-x-3 py-1 text-sm leading-snug sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-4 sm:py-2.5',
              // Long text needs the whole width of a phone.
              row.fields[0]?.kind === 'textarea'
                ? 'grid-cols-1'
                : 'grid-cols-[8rem_minmax(0,1fr)] max-[22rem]:grid-cols-1',
            )}
          >
            <dt className="break-words hyphens-auto text-muted sm:pt-0.5">{row.label}</dt>
            <dd className="break-words sm:text-base sm:leading-snug">
              <ShownValue row={row} values={values} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ShownValue({ row: { fields }, values }: { row: SummaryRow; values: FieldValues }) {
  const field = fields[0]!
  const shown = fields.map((one) => showValue(one, values))
  const lines = (fields.length > 1 ? [shown.flat().join(' ')] : shown[0]!).map((line) => (
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
