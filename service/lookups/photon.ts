import { z } from 'zod'
import type { Suggestion } from '#domain/site/lookup-contract.ts'
import { type AddressProvider, addressPart } from '#service/config/address-provider.ts'
import type { RequestProvider } from './request-provider.ts'
import { type CacheOptions, cacheResults } from './cache-results.ts'

/**
 * Bounding box of Germany as west, south, east, north. All Photon servers can filter by a box, but not all by country.
 */
const germany = '5.86,47.27,15.05,55.06'
const maxSuggestions = 6

const text = z.string().nullish()
const featureSchema = z.object({
  properties: z.object({
    countrycode: z.string(),
    type: text,
    name: text,
    street: text,
    housenumber: text,
    postcode: text,
    city: text,
    locality: text,
    town: text,
    village: text,
  }),
})
const responseSchema = z.object({ features: z.array(z.unknown()) })

/**
 * Creates the provider for a self-hosted or public Photon geocoder. Photon uses the data of OpenStreetMap. Results may
 * be cached.
 */
export function createPhoton(base: string, request: RequestProvider, cache: CacheOptions): AddressProvider {
  const suggest = cacheResults(async (query: string) => {
    const url = new URL(base)
    url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')}/api`
    for (const [name, value] of [
      ['q', query],
      ['lang', 'de'],
      ['bbox', germany],
      ['layer', 'house'],
      ['layer', 'street'],
      // More results are requested than are shown, because places outside Germany and duplicates are removed.
      ['limit', '15'],
    ] as const)
      url.searchParams.append(name, value)
    const result = await request(url)
    const parsed = result.kind === 'response' ? responseSchema.safeParse(result.body) : undefined
    return parsed?.success ? suggestionsOf(parsed.data.features) : undefined
  }, cache)
  return {
    attribution: '© OpenStreetMap-Mitwirkende',
    suggest: (query) => suggest(query.toLowerCase()),
    // The suggestions of Photon already contain the address, so no address has to be looked up.
    find: async () => undefined,
  }
}

/**
 * Returns the suggestions without duplicates. A street consists of several segments on the map, and Photon returns each
 * segment.
 */
function suggestionsOf(features: readonly unknown[]): Suggestion[] {
  const suggestions = new Map<string, Suggestion>()
  for (const feature of features) {
    const suggestion = suggestionOf(feature)
    if (suggestion) suggestions.set(suggestion.id, suggestion)
  }
  return [...suggestions.values()].slice(0, maxSuggestions)
}

function suggestionOf(feature: unknown): Suggestion | undefined {
  const parsed = featureSchema.safeParse(feature)
  if (!parsed.success) return undefined
  const { countrycode, type, name, street, ...place } = parsed.data.properties
  if (countrycode.toUpperCase() !== 'DE') return undefined
  const address = {
    strasse: addressPart(type === 'street' ? name : (street ?? place.locality)),
    hausnummer: addressPart(type === 'street' ? '' : place.housenumber).slice(0, 10),
    plz: /^\d{5}$/.test(place.postcode ?? '') ? place.postcode! : '',
    ort: addressPart(place.city ?? place.town ?? place.village),
  }
  if (!address.strasse || !address.ort) return undefined
  const label = `${address.strasse} ${address.hausnummer}`.trim()
  const detail = `${address.plz} ${address.ort}`.trim()
  return { id: `${label}, ${detail}`, label, detail, address }
}
