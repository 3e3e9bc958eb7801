import { type DefinedFigure, definitions } from '#domain/reports/definitions.ts'
import { DefinitionHelp } from './definition-help.tsx'

/** Sums of all entries of a list, on all its pages. */
export function ListSums({
  label,
  sums,
}: {
  label: string
  sums: readonly [figure: DefinedFigure, sum: string][]
}) {
  return (
    <dl aria-label={label} className="mb-4 flex flex-wrap gap-x-4 gap-y-2 sm:gap-x-10">
      {sums.map(([figure, sum]) => (
        <div key={figure}>
          <dt className="text-sm text-muted">
            <span>{definitions[figure].name}</span>
            <DefinitionHelp of={figure} />
          </dt>
          <dd className="text-base font-bold sm:text-xl tabular-nums">{sum}</dd>
        </div>
      ))}
    </dl>
  )
}
