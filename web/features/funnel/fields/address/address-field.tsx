import { useState } from 'react'
import { homeCountry } from '#domain/forms/address-parts.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldGroup } from '#web/ui/form/field.tsx'
import { controlId } from '#web/features/funnel/form/form-state.ts'
import { AddressPart, type WholeAddress, textOf } from './address-part.tsx'
import { CountryInput } from './country-input.tsx'
import { StreetInput } from './street-input.tsx'
import { type Countries, useCountries } from './use-countries.ts'
import { type Parts, isBegun, useAddressError, useClearedCountry, useParts } from './use-parts.ts'
import { type StreetEdits, useStreetEdits } from './use-street-edits.ts'
import type { FieldProps } from '#web/features/funnel/fields/field-props.ts'

const movedHint =
  'Die Hausnummer vom Ende der Zeile steht jetzt in ihrem eigenen Feld. Andere Ziffern in der Straße bleiben stehen.'
const byHandHint = 'Tipp: Geben Sie zuerst die Straße ein, dann werden automatisch weitere Felder angezeigt'

/**
 * Address with separate inputs. If it may be abroad, the country comes first, because the format of the rest depends on
 * it. House number, postal code and city become visible when the visitor begins to enter the address. They are always in
 * the DOM for autofill, keyboard and assistive technology.
 */
export function AddressField({ field, values, control }: FieldProps<'address'>) {
  const parts = useParts(field.name, control)
  const error = useAddressError(control, field.name)
  const [focused, setFocused] = useState(false)
  const [outage, setOutage] = useState(false)
  const abroad = field.abroad?.when(values) ? field.abroad : undefined
  const countries = useCountries(abroad)
  const edits = useStreetEdits(parts)
  useClearedCountry(parts.country, abroad !== undefined)
  const open = focused || error !== undefined || isBegun(parts)
  const group = `${controlId(field.name)}-gruppe`
  const shared: SharedProps = {
    whole: { control, group, error, required: field.required },
    parts,
    edits,
    token: (name) => (field.autocomplete ? `${field.autocomplete} ${name}` : name),
  }
  return (
    <FieldGroup
      id={group}
      label={field.label}
      required={field.required}
      hint={open ? undefined : field.hint}
      error={error}
    >
      <div className="grid gap-4">
        {abroad && <Country {...shared} countries={countries} />}
        <Street
          {...shared}
          suggested={!abroad || parts.country.value === homeCountry}
          placeholder={field.placeholder}
          onOutage={setOutage}
        />
        <p aria-live="polite" className="-mt-2 text-sm text-amber empty:sr-only">
          {edits.hintShown ? movedHint : outage && byHandHint}
        </p>
        <div
          onFocus={() => setFocused(true)}
          className={classNames(
            'grid grid-cols-[1fr_1.6fr] items-end gap-4 transition-opacity duration-300',
            abroad ? 'sm:grid-cols-[7rem_10rem_1fr]' : 'sm:grid-cols-[7rem_8rem_1fr]',
            // Clip the inputs instead of hiding them: hidden inputs can be neither autofilled nor focused.
            !open && 'h-px overflow-hidden opacity-0 -mt-4',
          )}
        >
          <OtherParts {...shared} countries={abroad && countries} />
        </div>
      </div>
    </FieldGroup>
  )
}

interface SharedProps {
  whole: WholeAddress
  parts: Parts
  edits: StreetEdits
  /** Returns the `autocomplete` attribute for an autofill token. Adds the prefix of the field, if it has one. */
  token: (name: string) => string
}

interface StreetProps extends SharedProps {
  suggested: boolean
  placeholder: string | undefined
  onOutage: (outage: boolean) => void
}

function Street({ whole, parts, edits, token, suggested, placeholder, onOutage }: StreetProps) {
  const { part, street, code, city } = parts
  return (
    <AddressPart
      whole={whole}
      name={part('strasse')}
      label="Straße"
      input={{ ...street, onChange: edits.changeStreet, onBlur: edits.leaveStreet }}
      autoComplete={token('address-line1')}
    >
      {(input) => (
        <StreetInput
          {...input}
          suggest={{
            offered: suggested,
            near: `${textOf(code.value)} ${textOf(city.value)}`.trim(),
            placeholder,
            onPick: edits.pick,
            onOutage,
          }}
        />
      )}
    </AddressPart>
  )
}

function Country({ whole, parts, token, countries }: SharedProps & { countries: Countries }) {
  return (
    <div className="sm:max-w-md">
      <CountryInput
        countries={countries}
        whole={whole}
        name={parts.part('land')}
        input={parts.country}
        autoComplete={token('country-name')}
      />
    </div>
  )
}

/** House number, postal code and city. `countries` is undefined if the address must be in Germany. */
function OtherParts({
  whole,
  parts,
  edits,
  token,
  countries,
}: SharedProps & { countries: Countries | undefined }) {
  const { part, number, code, city, country } = parts
  return (
    <>
      <AddressPart
        whole={whole}
        name={part('hausnummer')}
        label="Hausnummer"
        input={{ ...number, onBlur: edits.leaveNumber }}
        autoComplete="off"
      />
      <AddressPart
        whole={whole}
        name={part('plz')}
        input={code}
        autoComplete={token('postal-code')}
        {...postalCodeIn(countries ? textOf(country.value) : homeCountry, countries)}
      />
      <div className="col-span-2 sm:col-span-1">
        <AddressPart
          whole={whole}
          name={part('ort')}
          label="Ort"
          input={city}
          autoComplete={token('address-level2')}
        />
      </div>
    </>
  )
}

/** Returns the properties of the input for the postal code that depend on the country. */
function postalCodeIn(country: string, countries: Countries | undefined) {
  if (country === homeCountry) return { label: 'PLZ', inputMode: 'numeric', maxLength: 5 } as const
  if (country === '' || typeof countries !== 'object') return { label: 'PLZ', maxLength: 12 }
  const example = countries.postalCodeExample(country)
  if (example === undefined) return { label: 'PLZ (falls vorhanden)', maxLength: 12, required: false }
  const inputMode = /^\d+$/.test(example) ? ('numeric' as const) : undefined
  return { label: 'PLZ', placeholder: `z. B. ${example}`, inputMode, maxLength: 12 }
}
