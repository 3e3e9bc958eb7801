import { type DefinedFigure, definitions } from '#domain/reports/definitions.ts'

/** Definitions of the figures of a table whose rows are displayed as cards, which have no headings. */
export function FigureList({ figures }: { figures: readonly DefinedFigure[] }) {
  if (figures.length === 0) return null
  return (
    <details className="mt-3 text-sm sm:hidden print:hidden">
      <summary className="min-h-6 cursor-pointer text-leaf-700 underline underline-offset-4">
        So wird gezählt
      </summary>
      <dl className="mt-2 grid gap-2">
        {figures.map((figure) => (
          <div key={figure}>
            <dt className="font-semibold">{definitions[figure].name}</dt>
            <dd className="text-muted">{definitions[figure].means}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
