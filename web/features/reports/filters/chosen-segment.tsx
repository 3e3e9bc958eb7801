import { CrossIcon } from '#web/ui/icons.tsx'
import { runDimensions } from '#domain/runs/dimensions.ts'
import { useFilters } from './use-filters.ts'
import { dimensionNames, valueName } from '#domain/reports/words.ts'

/** Active filters of the page, each with a button to remove it. */
export function ChosenSegment() {
  const { filters, set } = useFilters()
  const { segment, funnel } = filters
  const chosen = runDimensions.flatMap((name) => {
    const value = segment[name]
    return value === undefined ? [] : [{ name, value }]
  })
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Gewählte Filter" className="flex flex-wrap gap-2">
      {chosen.map(({ name, value }) => (
        <li
          key={name}
          className="flex items-center gap-2 rounded-full bg-leaf-100 py-1 pr-1.5 pl-3.5 text-sm"
        >
          {dimensionNames[name]}: {valueName(name, value, funnel)}
          <button
            type="button"
            aria-label={`Filter ${dimensionNames[name]} aufheben`}
            onClick={() => set({ [name]: undefined })}
            className="grid size-7 cursor-pointer place-items-center rounded-full hover:bg-leaf-200 print:hidden"
          >
            <CrossIcon className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
