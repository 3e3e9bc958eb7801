import { funnels } from '#domain/funnels/index.ts'
import { Select } from '#web/ui/form/select.tsx'
import { dayRange } from '#web/features/reports/words/number-format.ts'
import { useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'
import { CustomRange } from './custom-range.tsx'
import { customRangeKey, presets } from './period.ts'
import { useFilters } from './use-filters.ts'
import { funnelName } from '#domain/reports/words.ts'

/** Controls for range and funnel. They store the choice in the URL. */
export function FilterBar({ of }: { of: 'days' | 'days-and-funnel' | 'days-and-one-funnel' }) {
  const { filters, refused, set } = useFilters()
  const { preset, from, to, funnel } = filters
  const choose = (value: string) =>
    set(
      value === 'frei'
        ? { zeitraum: undefined, from, to }
        : { zeitraum: value, from: undefined, to: undefined },
    )
  useShortcuts({
    ...Object.fromEntries(presets.map(({ key, value }) => [key, () => choose(value)])),
    [customRangeKey]: () => choose('frei'),
  })
  return (
    <div className="grid gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        {of !== 'days' && (
          <Select
            aria-label="Antragsart"
            className="text-sm"
            value={funnel ?? (of === 'days-and-funnel' ? '' : funnels[0]?.type)}
            // An experiment belongs to one funnel.
            onChange={({ target }) => set({ funnel: target.value, variant: undefined })}
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
          onChange={({ target }) => choose(target.value)}
        >
          {presets.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          <option value="frei">Frei gewählt</option>
        </Select>
        {preset === 'frei' ? (
          <CustomRange key={from + to} />
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
