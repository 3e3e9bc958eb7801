import type { FieldValues, ResolvedField } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { showValue } from '#domain/forms/show-value.ts'
import { summarySections } from '#domain/forms/summary-sections.ts'
import type { StatusData } from '#domain/orders/status-contract.ts'

interface OrderDataProps {
  funnel: Funnel
  values: StatusData['values']
  uploads: StatusData['uploads']
}

/** Values of an order by section, as in the summary before the order. */
export function OrderData({ funnel, values: given, uploads }: OrderDataProps) {
  const values = given as FieldValues
  return (
    <div className="grid gap-5">
      {summarySections(funnel, values).map(({ title, fields }) => (
        <section key={title} className="rounded-xl border border-line">
          <h3 className="rounded-t-xl border-b border-line bg-leaf-50 px-4 py-2.5 font-semibold sm:px-5">
            {title}
          </h3>
          <dl className="divide-y divide-line px-4 sm:px-5">
            {fields.map((field) => (
              <div key={field.name} className="grid gap-0.5 py-2.5 sm:grid-cols-[12rem_1fr] sm:gap-4">
                <dt className="text-sm text-muted sm:pt-0.5">{field.label}</dt>
                <dd className="min-w-0 break-words">
                  {linesOf(field, values, uploads).map((line) => (
                    <span key={line} className="block">
                      {line}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** Returns the value as lines of text; for uploads, the names of the files. */
function linesOf(field: ResolvedField, values: FieldValues, uploads: StatusData['uploads']): string[] {
  const value = values[field.name]
  if (!Array.isArray(value)) return showValue(field, values)
  return uploads.filter(({ id }) => value.includes(id)).map(({ filename }) => filename)
}
