import { type Page, expect } from 'playwright/test'
import { openFunnel, walkTo } from './journey.ts'

const found = (strasse: string, hausnummer: string, plz: string, ort: string) => ({
  properties: {
    countrycode: 'DE',
    ...(hausnummer
      ? { type: 'house', street: strasse, housenumber: hausnummer }
      : { type: 'street', name: strasse }),
    postcode: plz,
    city: ort,
  },
})
const berlin = found('Torstraße', '12a', '10119', 'Berlin')
export const towns = [
  berlin,
  found('Torstraße', '', '04229', 'Leipzig'),
  found('Torstraße', '', '06110', 'Halle'),
]

export const street = (page: Page) => page.getByRole('combobox', { name: 'Straße' })
export const options = (page: Page) =>
  page.getByRole('listbox', { name: 'Adressvorschläge' }).getByRole('option')

export async function openAddress(page: Page): Promise<void> {
  await openFunnel(page)
  await walkTo(page, 2)
  await expect(street(page)).toBeVisible()
}

export async function expectAddress(page: Page, parts: readonly string[]): Promise<void> {
  const dwelling = page.getByRole('group', { name: 'Adresse', exact: true })
  for (const [index, label] of ['Straße', 'Hausnummer', 'PLZ', 'Ort'].entries())
    await expect(dwelling.getByLabel(label)).toHaveValue(parts[index]!)
}
