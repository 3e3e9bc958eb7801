import { z } from 'zod'

/** The wire contract of what the page may ask while a form is being filled in. A lookup never decides an order. */

export const ibanAnswerSchema = z.object({
  valid: z.boolean().describe('False also when a configured IBAN service says so.'),
  bankName: z.string().nullable(),
  bic: z.string().nullable(),
  outage: z.boolean().describe('An IBAN service is configured and could not be asked.'),
})
export type IbanAnswer = z.output<typeof ibanAnswerSchema>

/** Parts of a German address; one that the provider does not know is empty. */
export const foundAddressSchema = z.object({
  strasse: z.string(),
  hausnummer: z.string(),
  plz: z.string(),
  ort: z.string(),
})
export type FoundAddress = z.output<typeof foundAddressSchema>

export const suggestionSchema = z.object({
  id: z.string().describe('Unique among the suggestions; asks for the address where it is null.'),
  label: z.string().describe('Street, and the house number where it is known.'),
  detail: z.string().describe('Postal code and city.'),
  address: foundAddressSchema.nullable(),
})
export type Suggestion = z.output<typeof suggestionSchema>

export const suggestionsAnswerSchema = z.object({
  enabled: z.boolean().describe('Whether a provider is configured; without one asking again is of no use.'),
  outage: z.boolean().describe('The provider could not be asked.'),
  suggestions: z.array(suggestionSchema),
  attribution: z.string().nullable().describe('Whose data they are; its licence wants it beside them.'),
})
export type SuggestionsAnswer = z.output<typeof suggestionsAnswerSchema>

export const addressAnswerSchema = z.object({ address: foundAddressSchema.nullable() })
export type AddressAnswer = z.output<typeof addressAnswerSchema>
