import type { CountryList } from '#domain/forms/define-field.ts'
import { Select } from '#web/ui/form/select.tsx'
import { AddressPart, type AddressPartProps } from './address-part.tsx'
import type { Countries } from './use-countries.ts'

const none: Pick<CountryList, 'names' | 'frequent'> = { names: [], frequent: [] }

interface CountryInputProps extends Omit<AddressPartProps, 'label' | 'children'> {
  countries: Countries
}

/** Choice of the country. A country of an earlier draft that is not in the list is offered as well. */
export function CountryInput({ countries, ...props }: CountryInputProps) {
  if (countries === 'failed') return <AddressPart {...props} label="Land" />
  const { names, frequent } = countries === 'loading' ? none : countries
  return (
    <AddressPart {...props} label="Land">
      {({ onText, value, ...rest }) => (
        <Select
          {...rest}
          value={value}
          disabled={countries === 'loading'}
          onChange={(event) => onText(event.target.value)}
        >
          <option value="" disabled>
            Bitte wählen
          </option>
          {value !== '' && !names.includes(value) && <option value={value}>{value}</option>}
          <optgroup label="Häufig gewählt">
            <Options names={frequent} />
          </optgroup>
          <optgroup label="Weitere Länder">
            <Options names={names.filter((name) => !frequent.includes(name))} />
          </optgroup>
        </Select>
      )}
    </AddressPart>
  )
}

function Options({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <option key={name} value={name}>
      {name}
    </option>
  ))
}
