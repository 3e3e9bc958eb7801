import { z } from 'zod'
import type { IbanResponse } from '#domain/site/lookup-contract.ts'
import { ibanRule } from '#domain/forms/rules/iban.ts'
import type { ProviderResult, RequestProvider } from './request-provider.ts'
import { type CacheOptions, cacheResults } from './cache-results.ts'

export interface Bank {
  name: string
  bic: string
}

export interface IbanLookup {
  /** Returns whether a text is a valid IBAN, and its bank if known. */
  check(iban: string): Promise<IbanResponse>
  /** Returns the bank of an IBAN; undefined if the bank is unknown or the external IBAN service is unavailable. */
  bankOf(iban: string): Promise<Bank | undefined>
}

/**
 * Returns the bank of an IBAN from the bundled list of German banks. The list is loaded on first use, because many
 * processes never need it.
 */
async function shippedBank(iban: string): Promise<Bank | undefined> {
  const { bankDataByIBAN } = await import('bankdata-germany')
  const found = bankDataByIBAN(iban)
  return found?.bic ? { name: found.bankName, bic: found.bic } : undefined
}

const verdictSchema = z.object({
  valid: z.boolean(),
  bankName: z.string().nullish(),
  bankData: z.object({ bic: z.string().nullish(), name: z.string().nullish() }).nullish(),
})

interface Verdict {
  valid: boolean
  bankName: string | null
  bic: string | null
}

export interface IbanLookupOptions extends CacheOptions {
  /** URL of an IBAN service, to which `/<iban>` is appended; if absent, only the bundled list is used. */
  url?: string | undefined
  request: RequestProvider
}

export function createIbanLookup({ url, request, ...cache }: IbanLookupOptions): IbanLookup {
  const requestVerdict = cacheResults(async (iban) => readVerdict(await request(urlFor(url!, iban))), cache)

  return {
    async check(text) {
      const parsed = ibanRule().safeParse(text)
      if (!parsed.success) return { valid: false, bankName: null, bic: null, outage: false }
      const bank = await shippedBank(parsed.data)
      const shipped = { valid: true, bankName: bank?.name ?? null, bic: bank?.bic ?? null }
      if (url === undefined) return { ...shipped, outage: false }
      const verdict = await requestVerdict(parsed.data)
      if (!verdict) return { ...shipped, outage: true }
      const { valid, bankName, bic } = verdict
      if (!valid) return { valid, bankName: null, bic: null, outage: false }
      return { valid, bankName: bankName ?? shipped.bankName, bic: bic ?? shipped.bic, outage: false }
    },

    async bankOf(text) {
      const parsed = ibanRule().safeParse(text)
      if (!parsed.success) return undefined
      // If the bundled list has the bank, the external IBAN service is not called. The IBAN is then not sent to a third
      // party. In addition, a message that is forwarded in several attempts contains the same bank each time.
      const shipped = await shippedBank(parsed.data)
      if (shipped || url === undefined) return shipped
      const verdict = await requestVerdict(parsed.data)
      return verdict?.valid && verdict.bankName && verdict.bic
        ? { name: verdict.bankName, bic: verdict.bic }
        : undefined
    },
  }
}

function urlFor(base: string, iban: string): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${iban}`
  url.searchParams.set('getBIC', 'true')
  url.searchParams.set('validateBankCode', 'true')
  return url
}

function readVerdict(result: ProviderResult): Verdict | undefined {
  const parsed = result.kind === 'response' ? verdictSchema.safeParse(result.body) : undefined
  if (!parsed?.success) return undefined
  const { valid, bankData, bankName } = parsed.data
  return { valid, bankName: shortText(bankData?.name ?? bankName), bic: shortText(bankData?.bic) }
}

/** Normalizes a name or BIC from an external service for display and forwarding. */
function shortText(text: string | null | undefined): string | null {
  return text?.replace(/\s+/g, ' ').trim().slice(0, 120) || null
}
