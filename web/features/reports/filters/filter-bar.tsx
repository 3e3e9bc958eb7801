import { funnels } from '#domain/funnels/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { dayRange } from '#web/features/reports/words/number-format.ts'
import { useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'
import { presets } from './period.ts'
import { useFilters } from './use-filters.ts'
import { funnelName } from '#domain/reports/words.ts'

/** Controls for range and funnel. They store the choice in the URL. */
export function FilterBar({ of }: { of: 'days' | 'days-and-funnel' | 'days-and-one-funnel' }) {
  const { filters, refused, set } = useFilters()
  const { preset, from, to, funnel } = filters
  useShortcuts(
    Object.fromEntries(
      presets.map(({ key, value }) => [key, () => set({ zeitraum: value, from: undefined, to: undefined })]),
    ),
  )
  return (
    <div className="grid gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        {of !== 'days' && (
          <Select
            aria-label="Antragsart"
            className="text-sm"
            value={funnel ?? (of === 'days-and-funnel' ? '' : funnels[0]?.type)}
            onChange={({ target }) => set({ funnel: target.value })}
          >
            {of === 'days-and-funnel' && <option value="">Alle Antragsarten</option>}
            {funnels.map(({ type }) => (
              <option key={type} value={type}>
                {funnelName(type)}
              </option>
            ))}
          </Select>
        )}
        <Select
          aria-label="Zeitraum"
          className="text-sm"
          value={preset}
          onChange={({ target: { value } }) =>
            set(
              value === 'frei'
                ? { zeitraum: undefined, from, to }
                : { zeitraum: value, from: undefined, to: undefined },
            )
          }
        >
          {presets.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          <option value="frei">Frei gewählt</option>
        </Select>
        {preset === 'frei' ? (
          <CustomRangeForm key={from + to} />
        ) : (
          <p className="text-sm text-muted">{dayRange(from, to)}</p>
        )}
      </div>
      {refused.length > 0 && (
        <output className="text-sm text-amber">
          Die Adresse enthielt Angaben, die es nicht gibt:{' '}
          {refused.map(({ name, value }) => `${name}=${value}`).join(', ')}. Sie werden nicht beachtet.
        </output>
      )}
    </div>
  )
}

/** Form for a range of Berlin days, both inclusive. */
function CustomRangeForm() {
  const { filters, set } = useFilters()
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const { from, to } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
        set({ zeitraum: undefined, from, to })
      }}
    >
      <TextInput
        type="date"
        name="from"
        aria-label="Erster Tag"
        className="w-auto! text-sm"
        defaultValue={filters.from}
        required
      />
      <TextInput
        type="date"
        name="to"
        aria-label="Letzter Tag"
        className="w-auto! text-sm"
        defaultValue={filters.to}
        required
      />
      <Button type="submit" look="secondary">
        Anzeigen
      </Button>
    </form>
  )
}
