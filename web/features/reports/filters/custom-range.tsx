import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { rangeProblem } from './period.ts'
import { useFilters } from './use-filters.ts'

/** Form for a range of Berlin days, both inclusive. A range that does not exist stays in the form, with a hint. */
export function CustomRange() {
  const { filters, set } = useFilters()
  const [problem, setProblem] = useState<string>()
  const hint = useId()
  const described = problem !== undefined && { 'aria-invalid': true, 'aria-describedby': hint }
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onChange={() => setProblem(undefined)}
      onSubmit={(event) => {
        event.preventDefault()
        const { from = '', to = '' } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
          string,
          string
        >
        const found = rangeProblem({ from, to })
        setProblem(found)
        if (found === undefined) set({ zeitraum: undefined, from, to })
      }}
    >
      <TextInput
        type="date"
        name="from"
        aria-label="Erster Tag"
        className="w-auto! text-sm"
        defaultValue={filters.from}
        required
        {...described}
      />
      <TextInput
        type="date"
        name="to"
        aria-label="Letzter Tag"
        className="w-auto! text-sm"
        defaultValue={filters.to}
        required
        {...described}
      />
      <Button type="submit" look="secondary">
        Anzeigen
      </Button>
      <output id={hint} className="text-sm text-alarm">
        {problem}
      </output>
    </form>
  )
}
