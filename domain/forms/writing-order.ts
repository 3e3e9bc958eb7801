/** Countries in which the house number is written before the street. */
const numberFirst: ReadonlySet<string> = new Set([
  'Ägypten',
  'Algerien',
  'Australien',
  'Frankreich',
  'Irland',
  'Kanada',
  'Luxemburg',
  'Malta',
  'Marokko',
  'Monaco',
  'Neuseeland',
  'Philippinen',
  'Singapur',
  'Südafrika',
  'Tunesien',
  'USA',
  'Vereinigtes Königreich',
])

/** Countries in which the postal code is written after the city. */
const codeLast: ReadonlySet<string> = new Set([
  'Australien',
  'Brasilien',
  'Indien',
  'Indonesien',
  'Japan',
  'Kanada',
  'Neuseeland',
  'Singapur',
  'Südafrika',
  'Südkorea',
  'Thailand',
  'USA',
  'Vereinigtes Königreich',
])

/** Returns the order in which the parts of an address are written in the country. */
export function writingOrder(country: string): { numberFirst: boolean; codeLast: boolean } {
  return { numberFirst: numberFirst.has(country), codeLast: codeLast.has(country) }
}
