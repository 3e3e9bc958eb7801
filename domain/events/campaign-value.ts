import { printable } from './printable.ts'
import { redact } from './redact.ts'

/** Maximum length of a stored value. */
export const maxCampaignValue = 200

/**
 * Maximum length of a value that is searched for personal data. It is longer than the stored value: if the value were
 * cut to `maxCampaignValue` before the search, a cut-off e-mail address at its end would not be found.
 */
export const maxReadValue = 2048

/**
 * Returns a campaign parameter as it is stored: on one line, without addresses, phone numbers and tokens, and not too
 * long. Costs are stored under the same values, so that they match.
 */
export function campaignValue(value: string): string {
  return redact(printable(value.slice(0, maxReadValue)))
    .slice(0, maxCampaignValue)
    .toWellFormed()
}
