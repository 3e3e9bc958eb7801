import { useId, useState } from 'react'
import { formatMoment, parseMoment } from '#domain/time/berlin-moment.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { pastParams } from '#web/features/reports/filters/filters.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'

/** Changes of the URL that lead to the present. */
export const present = { ...pastParams(undefined), cursor: undefined }

/** Form that chooses the date and time of which the page shows the figures. */
export function PastChoice() {
  const { filters, set } = useFilters()
  const id = useId()
  const [latest] = useState(() => formatMoment(Date.now()))
  const [fault, setFault] = useState<string>()
  const chosen = typeof filters.asOf === 'string' ? filters.asOf : undefined
  return (
    <form
      noValidate
      className="text-ink print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const { moment = '' } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
          string,
          string
        >
        const at = parseMoment(moment)
        const wrong = faultOf(at)
        setFault(wrong)
        if (wrong === undefined) set(pastParams(moment))
      }}
    >
      <label htmlFor={id} className="text-sm text-muted">
        Stand vom (Datum und Uhrzeit in Deutschland)
      </label>
      <div className="flex flex-wrap gap-2">
        <TextInput
          key={chosen}
          id={id}
          type="datetime-local"
          name="moment"
          max={latest}
          defaultValue={chosen}
          required
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          className="w-auto! text-sm"
        />
        <Button type="submit" look="secondary">
          Anzeigen
        </Button>
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-sm text-alarm">
          {fault}
        </p>
      )}
    </form>
  )
}

function faultOf(at: number | undefined): string | undefined {
  if (at === undefined) return 'Geben Sie Datum und Uhrzeit ein.'
  return at > Date.now() ? 'Dieser Zeitpunkt liegt in der Zukunft.' : undefined
}
