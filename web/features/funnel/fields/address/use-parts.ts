import { useEffect } from 'react'
import { type Control, get, useController, useFormState } from 'react-hook-form'
import { addressParts } from '#domain/forms/address-parts.ts'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'
import { type PartInput, textOf } from './address-part.tsx'

export type Parts = ReturnType<typeof useParts>

/** Returns the inputs of an address, and a function that returns the form name of a part. */
export function useParts(name: string, control: Control<FormValues>) {
  const part = (of: string) => `${name}.${of}`
  // Validate all parts after each change of one part: the error message lists all missing parts, and the format of the
  // postal code depends on the country.
  const rules = { deps: addressParts.map(part) }
  const { field: street } = useController({ name: part('strasse'), control, rules })
  const { field: number } = useController({ name: part('hausnummer'), control, rules })
  const { field: code } = useController({ name: part('plz'), control, rules })
  const { field: city } = useController({ name: part('ort'), control, rules })
  const { field: country } = useController({ name: part('land'), control, rules })
  return { part, street, number, code, city, country }
}

/** Returns whether any part is filled in. Ignores the country, which is chosen first. */
export function isBegun({ street, number, code, city }: Parts): boolean {
  return [street, number, code, city].some(({ value }) => textOf(value) !== '')
}

/**
 * Clears the country while its input is not shown. The visitor could not correct it, and if the input appears later, the
 * visitor must choose the country: it is never preset.
 */
export function useClearedCountry({ value, onChange }: PartInput, abroad: boolean): void {
  useEffect(() => {
    if (!abroad && textOf(value) !== '') onChange('')
  }, [abroad, value, onChange])
}

/** Returns the distinct error messages of the parts as one text, because an address shows its errors together. */
export function useAddressError(control: Control<FormValues>, name: string): string | undefined {
  const { errors } = useFormState({ control })
  const found = get(errors, name) as (Record<string, { message?: string }> & { message?: string }) | undefined
  if (!found) return undefined
  const messages = addressParts.flatMap((part) => found[part]?.message ?? [])
  return messages.length > 0 ? [...new Set(messages)].join('. ') : found.message
}
