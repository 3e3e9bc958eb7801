import { useEffect, useState } from 'react'
import type { IbanResponse } from '#domain/site/lookup-contract.ts'

const timeout = 6000

/** Result of the service's lookup, or `unreachable`. */
export type BankResult = IbanResponse | 'unreachable'

const known = new Map<string, IbanResponse>()

/** Returns the bank of an IBAN, or undefined while it is loading. Caches successful lookups. */
export function useBank(iban: string | undefined): BankResult | undefined {
  const [found, setFound] = useState<{ iban: string; result: BankResult }>()
  useEffect(() => {
    if (iban === undefined || known.has(iban)) return
    const gone = new AbortController()
    const show = (result: BankResult) => {
      if (!gone.signal.aborted) setFound({ iban, result })
    }
    requestBank(iban, gone.signal).then(show, () => show('unreachable'))
    return () => gone.abort()
  }, [iban])
  if (iban === undefined) return undefined
  return known.get(iban) ?? (found?.iban === iban ? found.result : undefined)
}

async function requestBank(iban: string, signal: AbortSignal): Promise<IbanResponse> {
  const response = await fetch(`/api/iban/${iban}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const result = (await response.json()) as IbanResponse
  if (!result.outage) known.set(iban, result)
  return result
}
