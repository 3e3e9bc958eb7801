import { z } from 'zod'
import type { IbanAnswer } from '#domain/lookup-contract.ts'
import { ibanRule } from '#domain/rules/iban.ts'
import type { AskProvider } from './ask-provider.ts'
import { type MemoryOptions, remember } from './remember.ts'

export interface Bank {
  name: string
  bic: string
}

export interface IbanLookup {
  /** Whether it is an IBAN, and whose. */
  check(iban: string): Promise<IbanAnswer>
  /** The bank of an IBAN; undefined when it is not known or nobody can be asked now. */
  bankOf(iban: string): Promise<Bank | undefined>
}

/** German banks come with the service. The list is read when the first IBAN is asked about: many runs need none. */
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

export interface IbanLookupOptions extends MemoryOptions {
  /** Address of an IBAN service to which `/<iban>` is added (specification part 1, 7.2); absent: none is asked. */
  url?: string | undefined
  ask: AskProvider
}

export function createIbanLookup({ url, ask, ...memory }: IbanLookupOptions): IbanLookup {
  const askService = remember(async (iban) => readVerdict(await ask(questionFor(url!, iban))), memory)

  return {
    async check(text) {
      const parsed = ibanRule.safeParse(text)
      if (!parsed.success) return { valid: false, bankName: null, bic: null, outage: false }
      const bank = await shippedBank(parsed.data)
      const shipped = { valid: true, bankName: bank?.name ?? null, bic: bank?.bic ?? null }
      if (url === undefined) return { ...shipped, outage: false }
      const verdict = await askService(parsed.data)
      if (!verdict) return { ...shipped, outage: true }
      const { valid, bankName, bic } = verdict
      if (!valid) return { valid, bankName: null, bic: null, outage: false }
      return { valid, bankName: bankName ?? shipped.bankName, bic: bic ?? shipped.bic, outage: false }
    },

    async bankOf(text) {
      const parsed = ibanRule.safeParse(text)
      if (!parsed.success) return undefined
      // What is known here is told to nobody else, and it is the same at every attempt of a message.
      const shipped = await shippedBank(parsed.data)
      if (shipped || url === undefined) return shipped
      const verdict = await askService(parsed.data)
      return verdict?.valid && verdict.bankName && verdict.bic
        ? { name: verdict.bankName, bic: verdict.bic }
        : undefined
    },
  }
}

function questionFor(base: string, iban: string): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${iban}`
  url.searchParams.set('getBIC', 'true')
  url.searchParams.set('validateBankCode', 'true')
  return url
}

function readVerdict(asked: Awaited<ReturnType<AskProvider>>): Verdict | undefined {
  const parsed = asked.kind === 'answer' ? verdictSchema.safeParse(asked.body) : undefined
  if (!parsed?.success) return undefined
  const { valid, bankData, bankName } = parsed.data
  return { valid, bankName: shortText(bankData?.name ?? bankName), bic: shortText(bankData?.bic) }
}

/** A name to show and to forward, whatever somebody else's service says. */
function shortText(text: string | null | undefined): string | null {
  return text?.replace(/\s+/g, ' ').trim().slice(0, 120) || null
}
