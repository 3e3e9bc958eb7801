/** Parts of an address, in display order. This module imports no schemas, so pages can load it without zod. */
export const addressParts = ['strasse', 'hausnummer', 'plz', 'ort', 'land'] as const

export type AddressPart = (typeof addressParts)[number]
export type Address = Record<AddressPart, string>

/** Default country of an address. */
export const homeCountry = 'Deutschland'

/** Labels of the parts on pages and in reports. */
export const addressPartLabels: Readonly<Record<AddressPart, string>> = {
  strasse: 'Straße',
  hausnummer: 'Hausnummer',
  plz: 'PLZ',
  ort: 'Ort',
  land: 'Land',
}

/** Returns the label of a part, or the name itself if it is not a part of an address. */
export function addressPartLabel(part: string): string {
  return Object.hasOwn(addressPartLabels, part) ? addressPartLabels[part as AddressPart] : part
}
