import { z } from 'zod'

// Wire contract of the lookups that a page makes while a form is filled in. An order never depends on their results.

export const ibanResponseSchema = z.object({
  valid: z.boolean().describe('False also if a configured IBAN service rejects the IBAN.'),
  bankName: z.string().nullable(),
  bic: z.string().nullable(),
  outage: z.boolean().describe('True if an IBAN service is configured but not available.'),
})
export type IbanResponse = z.output<typeof ibanResponseSchema>

/** Parts of a German address. Parts that the provider of the address search does not know are empty. */
export const foundAddressSchema = z.object({
  strasse: z.string(),
  hausnummer: z.string(),
  plz: z.string(),
  ort: z.string(),
})
export type FoundAddress = z.output<typeof foundAddressSchema>

export const suggestionSchema = z.object({
  id: z.string().describe('Unique among the suggestions. If the address is null, request it with this id.'),
  label: z.string().describe('Street, and the house number if known.'),
  detail: z.string().describe('Postal code and city.'),
  address: foundAddressSchema.nullable(),
})
export type Suggestion = z.output<typeof suggestionSchema>

export const suggestionsResponseSchema = z.object({
  enabled: z
    .boolean()
    .describe('True if a provider is configured; if false, clients should not send further requests.'),
  outage: z.boolean().describe('True if the provider is not available.'),
  suggestions: z.array(suggestionSchema),
  attribution: z
    .string()
    .nullable()
    .describe('Source of the data, which its licence requires to be shown with the suggestions.'),
})
export type SuggestionsResponse = z.output<typeof suggestionsResponseSchema>

export const addressResponseSchema = z.object({ address: foundAddressSchema.nullable() })
export type AddressResponse = z.output<typeof addressResponseSchema>
