import { z } from 'zod'
import type { FoundAddress, Suggestion } from '#domain/site/lookup-contract.ts'
import { type AddressProvider, type AddressService, addressPart } from '#service/config/address-provider.ts'
import type { RequestProvider } from './request-provider.ts'

const suggestionsSchema = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({
            placeId: z.string(),
            structuredFormat: z.object({
              mainText: z.object({ text: z.string() }),
              secondaryText: z.object({ text: z.string() }).nullish(),
            }),
          })
          .nullish(),
      }),
    )
    // Without results the response is an empty object.
    .default([]),
})

const detailsSchema = z.object({
  addressComponents: z.array(
    z.object({ longText: z.string(), shortText: z.string().nullish(), types: z.array(z.string()) }),
  ),
})

const placeId = /^[\w-]{1,400}$/

/**
 * Creates the provider for Google Places (New). A suggestion contains no postal code, so the address is requested after
 * the visitor has chosen a suggestion. Both requests belong to one session. Results are not cached, because Google's
 * terms forbid it. The key is never sent to the browser.
 */
export function createGooglePlaces(
  service: Extract<AddressService, { kind: 'google' }>,
  request: RequestProvider,
): AddressProvider {
  const headers = (fields: string) => ({ 'x-goog-api-key': service.key, 'x-goog-fieldmask': fields })

  async function suggest(input: string, sessionToken: string | undefined): Promise<Suggestion[] | undefined> {
    const result = await request(new URL('/v1/places:autocomplete', service.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headers('suggestions.placePrediction.placeId,suggestions.placePrediction.structuredFormat'),
      },
      body: JSON.stringify({
        input,
        languageCode: 'de',
        regionCode: 'de',
        includedRegionCodes: ['de'],
        includedPrimaryTypes: ['street_address', 'route', 'premise', 'subpremise'],
        ...(sessionToken && { sessionToken }),
      }),
    })
    const parsed = result.kind === 'response' ? suggestionsSchema.safeParse(result.body) : undefined
    return parsed?.success ? parsed.data.suggestions.flatMap(suggestionOf) : undefined
  }

  async function find(id: string, sessionToken: string | undefined): Promise<FoundAddress | undefined> {
    // The id becomes part of the path of the URL, so it must have the expected format.
    if (!placeId.test(id)) return undefined
    const url = new URL(`/v1/places/${id}`, service.url)
    url.searchParams.set('languageCode', 'de')
    if (sessionToken) url.searchParams.set('sessionToken', sessionToken)
    const result = await request(url, { headers: headers('addressComponents') })
    const parsed = result.kind === 'response' ? detailsSchema.safeParse(result.body) : undefined
    return parsed?.success ? addressOf(parsed.data.addressComponents) : undefined
  }

  return { attribution: 'Powered by Google', suggest, find }
}

type Parsed = z.output<typeof suggestionsSchema>['suggestions'][number]

function suggestionOf({ placePrediction }: Parsed): Suggestion[] {
  if (!placePrediction || !placeId.test(placePrediction.placeId)) return []
  const { mainText, secondaryText } = placePrediction.structuredFormat
  const detail = addressPart(secondaryText?.text).replace(/,? Deutschland$/, '')
  return [{ id: placePrediction.placeId, label: addressPart(mainText.text), detail, address: null }]
}

/** Returns the address of a place, or undefined if the place is not in Germany. */
function addressOf(
  components: z.output<typeof detailsSchema>['addressComponents'],
): FoundAddress | undefined {
  const of = (type: string) => components.find(({ types }) => types.includes(type))
  if (of('country')?.shortText !== 'DE') return undefined
  return {
    strasse: addressPart(of('route')?.longText),
    hausnummer: addressPart(of('street_number')?.longText).slice(0, 10),
    plz: addressPart(of('postal_code')?.longText),
    ort: addressPart((of('locality') ?? of('postal_town'))?.longText),
  }
}
