/**
 * Format of the account number that follows country and check digits in an IBAN, for each SEPA country, in the notation
 * of the IBAN registry: `n` is a digit, `a` a capital letter, `c` either. A library for IBANs knows every country of the
 * world and needs a tenth of the script that a step of the wizard may load; a test compares this table with one.
 */
const formats: Readonly<Record<string, string>> = {
  AD: '8n12c',
  AL: '8n16c',
  AT: '16n',
  BE: '12n',
  BG: '4a6n8c',
  CH: '5n12c',
  CY: '8n16c',
  CZ: '20n',
  DE: '18n',
  DK: '14n',
  EE: '16n',
  ES: '20n',
  FI: '14n',
  FR: '10n11c2n',
  GB: '4a14n',
  GI: '4a15c',
  GR: '7n16c',
  HR: '17n',
  HU: '24n',
  IE: '4c14n',
  IS: '22n',
  IT: '1a10n12c',
  LI: '5n12c',
  LT: '16n',
  LU: '3n13c',
  LV: '4a13c',
  MC: '10n11c2n',
  MD: '20c',
  ME: '18n',
  MK: '3n10c2n',
  MT: '4a5n18c',
  NL: '4a10n',
  NO: '11n',
  PL: '24n',
  PT: '21n',
  RO: '4a16c',
  RS: '18n',
  SE: '20n',
  SI: '15n',
  SK: '20n',
  SM: '1a10n12c',
  VA: '18n',
}

const classes = { n: '0-9', a: 'A-Z', c: 'A-Z0-9' }

interface AccountFormat {
  /** Length of the whole IBAN. */
  length: number
  pattern: RegExp
}

/** Returns the format of the account numbers of a SEPA country, or undefined for any other text. */
export function accountFormat(country: string): AccountFormat | undefined {
  const format = Object.hasOwn(formats, country) ? formats[country] : undefined
  const groups = format?.match(/\d+[nac]/g)
  if (!groups) return undefined
  const pattern = groups.map(
    (group) => `[${classes[group.at(-1) as keyof typeof classes]}]{${parseInt(group)}}`,
  )
  return {
    length: groups.reduce((sum, group) => sum + parseInt(group), 4),
    pattern: new RegExp(`^${pattern.join('')}$`),
  }
}
