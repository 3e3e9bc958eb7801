import { useState } from 'react'
import { homeCountry } from '#domain/forms/address-parts.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldGroup } from '#web/ui/form/field.tsx'
import { controlId } from '#web/features/funnel/form/form-state.ts'
import { AddressPart, type AddressPartProps, type WholeAddress, textOf } from './address-part.tsx'
import { StreetInput } from './street-input.tsx'
import { type Parts, isBegun, isHome, useAddressError, useHomeCountry, useParts } from './use-parts.ts'
import { type StreetEdits, useStreetEdits } from './use-street-edits.ts'
import type { FieldProps } from '#web/features/funnel/fields/field-props.ts'

const strippedHint = 'Die Hausnummer steht im eigenen Feld. Ziffern in der Straße haben wir deshalb entfernt.'
const byHandHint = 'Tipp: Geben Sie zuerst die Straße ein, dann werden automatisch weitere Felder angezeigt'

/**
 * Address with separate inputs. House number, postal code and city become visible when the visitor begins to enter the
 * address. They are always in the DOM for autofill, keyboard and assistive technology.
 */
export function AddressField({ field, values, control }: FieldProps<'address'>) {
  const parts = useParts(field.name, control)
  const error = useAddressError(control, field.name)
  const [focused, setFocused] = useState(false)
  const [outage, setOutage] = useState(false)
  const abroad = field.abroad?.(values) ?? false
  const edits = useStreetEdits(parts)
  useHomeCountry(parts.country, abroad)
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
        <Street
          {...shared}
          suggested={!abroad || isHome(parts.country.value)}
          placeholder={field.placeholder}
          onOutage={setOutage}
        />
        <p aria-live="polite" className="-mt-2 text-sm text-amber empty:hidden">
          {edits.hintShown ? strippedHint : outage && byHandHint}
        </p>
        <div
          onFocus={() => setFocused(true)}
          className={classNames(
            'grid grid-cols-[1fr_1.6fr] gap-4 transition-opacity duration-300 sm:grid-cols-[7rem_8rem_1fr]',
            // Clip the inputs instead of hiding them: hidden inputs can be neither autofilled nor focused.
            !open && 'h-px overflow-hidden opacity-0 -mt-4',
          )}
        >
          <OtherParts {...shared} abroad={abroad} />
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
      input={{ ...street, onChange: edits.changeStreet }}
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

function OtherParts({ whole, parts, edits, token, abroad }: SharedProps & { abroad: boolean }) {
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
        label="PLZ"
        input={code}
        autoComplete={token('postal-code')}
        // If addresses abroad are possible, accept long codes with letters for every country, because visitors enter
        // the country after the postal code.
        inputMode={abroad ? undefined : 'numeric'}
        maxLength={abroad ? 12 : 5}
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
      {abroad && (
        <div className="col-span-full sm:max-w-md">
          <Country whole={whole} name={part('land')} input={country} autoComplete={token('country-name')} />
        </div>
      )}
    </>
  )
}

/** Country input. It shows the default country while it is empty and does not have the focus. */
function Country({ input, ...rest }: Omit<AddressPartProps, 'label'>) {
  const [entering, setEntering] = useState(false)
  const leave = () => {
    setEntering(false)
    input.onBlur()
  }
  return (
    <div onFocus={() => setEntering(true)}>
      <AddressPart
        {...rest}
        label="Land"
        input={{ ...input, value: entering ? input.value : input.value || homeCountry, onBlur: leave }}
      />
    </div>
  )
}
