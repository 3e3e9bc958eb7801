import { CrossIcon } from '#web/ui/icons.tsx'
import type { DayOf } from '#domain/reports/day-of.ts'
import { runDimensions } from '#domain/runs/dimensions.ts'
import { useFilters } from './use-filters.ts'
import { dimensionNames, valueName, variantWords, windowNames } from '#domain/reports/words.ts'

/** Active filters of the page, each with a button to remove it. The hour is that of the start or of the order. */
export function ChosenSegment({ dayOf = 'start' }: { dayOf?: DayOf }) {
  const { filters } = useFilters()
  const { segment, funnel, orderWithin } = filters
  const titles = { ...dimensionNames, ...(dayOf === 'order' && { hour: 'Stunde der Bestellung' }) }
  const chosen = runDimensions.flatMap((name) => {
    const value = segment[name]
    return value === undefined ? [] : [{ name, title: titles[name], text: valueName(name, value, funnel) }]
  })
  if (chosen.length === 0 && segment.variant === undefined && orderWithin === undefined) return null
  return (
    <ul aria-label="Gewählte Filter" className="flex flex-wrap gap-2">
      {chosen.map((filter) => (
        <ChosenFilter key={filter.name} {...filter} />
      ))}
      {segment.variant !== undefined && (
        <ChosenFilter name="variant" title="Variante" text={variantWords(segment.variant)} />
      )}
      {orderWithin !== undefined && (
        <ChosenFilter name="orderWithin" title="Bestellt innerhalb von" text={windowNames[orderWithin]} />
      )}
    </ul>
  )
}

/** The chosen variant, on pages that have no other filter of runs. */
export function ChosenVariant() {
  const { variant } = useFilters().filters.segment
  if (variant === undefined) return null
  return (
    <ul aria-label="Gewählte Filter" className="flex">
      <ChosenFilter name="variant" title="Variante" text={variantWords(variant)} />
    </ul>
  )
}

function ChosenFilter({ name, title, text }: { name: string; title: string; text: string }) {
  const { set } = useFilters()
  return (
    <li className="flex items-center gap-2 rounded-full bg-leaf-100 py-1 pr-1.5 pl-3.5 text-sm">
      {title}: {text}
      <button
        type="button"
        aria-label={`Filter ${title} aufheben`}
        onClick={() => set({ [name]: undefined })}
        className="grid size-7 cursor-pointer place-items-center rounded-full hover:bg-leaf-200 print:hidden"
      >
        <CrossIcon className="size-4" />
      </button>
    </li>
  )
}
