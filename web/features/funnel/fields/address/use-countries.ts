import { useEffect, useState } from 'react'
import type { Abroad, CountryList } from '#domain/forms/define-field.ts'

/** `failed`: the list could not be loaded, so the visitor types the country. */
export type Countries = CountryList | 'loading' | 'failed'

let loaded: CountryList | undefined

/** Returns the list of countries, which is loaded as soon as `abroad` is given. */
export function useCountries(abroad: Abroad | undefined): Countries {
  const [countries, setCountries] = useState<Countries>('loading')
  useEffect(() => {
    async function load({ loadCountries }: Abroad) {
      try {
        loaded = await loadCountries()
        setCountries(loaded)
      } catch {
        setCountries('failed')
      }
    }
    if (abroad && !loaded) void load(abroad)
  }, [abroad])
  return loaded ?? countries
}
