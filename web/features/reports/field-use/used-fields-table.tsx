import type { ReactNode } from 'react'
import type { ComparedField, FieldGroup } from '#domain/reports/drop-off/silent-shape.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { duration, share } from '#web/features/reports/words/number-format.ts'
import { shortened } from '#domain/reports/words.ts'
import { type Use, isCertain, rateOf } from './used-field-words.ts'

interface TableProps {
  step: number
  title: string
  fields: readonly ComparedField[]
  params: RunsParams
}

/** Table that compares how lost runs and completed runs used the fields of a step. */
export function UsedFieldsTable({ step, title, fields, params }: TableProps) {
  const runsLink = (field: ComparedField, kind: string, count: number, text?: string) => (
    <RunsLink
      figure={
        kind === 'slowField'
          ? `${kind}:${step}:left:${field.field}:${field.slowBucket}`
          : `${kind}:${step}:left:${field.field}`
      }
      params={params}
      count={count}
      about={`ohne Meldung verloren: ${shortened(field.label)}`}
      {...(text !== undefined && { text })}
    />
  )
  const shares = (use: Use, kind: string) => ({
    title: definitions[use].name,
    figure: use,
    numeric: true,
    sortBy: (field: ComparedField) => rateOf(field, use).left - rateOf(field, use).passed,
    renderCell: (field: ComparedField) => (
      <Compared
        isCertain={isCertain(field, use)}
        left={
          field.left.runs === 0 ? '–' : runsLink(field, kind, field.left[use], share(rateOf(field, use).left))
        }
        passed={field.passed.runs === 0 ? '–' : share(rateOf(field, use).passed)}
      />
    ),
  })
  return (
    <DataTable
      caption={`Felder im Vergleich, ${title}`}
      rows={fields}
      rowKey={({ field }) => field}
      columns={[
        {
          title: 'Feld',
          wraps: true,
          sortBy: ({ label }) => label,
          renderCell: ({ label }) => (
            <span className="font-semibold" title={label}>
              {shortened(label)}
            </span>
          ),
        },
        {
          title: definitions.usedField.name,
          figure: 'usedField',
          numeric: true,
          sortBy: ({ left }) => left.runs,
          renderCell: (field) => runsLink(field, 'usedField', field.left.runs),
        },
        {
          title: definitions.fieldSeconds.name,
          figure: 'fieldSeconds',
          numeric: true,
          sortBy: ({ left }) => left.medianSeconds ?? -1,
          renderCell: ({ left, passed }) => (
            <Compared left={timeOf(left)} passed={timeOf(passed)} isCertain={false} />
          ),
        },
        shares('slow', 'slowField'),
        shares('corrected', 'corrected'),
        shares('neverFilled', 'neverFilled'),
      ]}
    />
  )
}

function timeOf({ medianSeconds }: FieldGroup): string {
  return medianSeconds === null ? '–' : `etwa ${duration(medianSeconds)}`
}

interface ComparedProps {
  left: ReactNode
  passed: string
  /** Whether the difference is not due to chance. */
  isCertain: boolean
}

/** Figure of those who left, and below it that of those who went on. */
function Compared({ left, passed, isCertain: certain }: ComparedProps) {
  return (
    <>
      <span className={certain ? 'border-b-2 border-alarm font-semibold' : ''}>{left}</span>
      <span className="block text-muted">sonst {passed}</span>
    </>
  )
}
