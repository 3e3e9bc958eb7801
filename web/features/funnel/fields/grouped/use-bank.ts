import { useEffect, useState } from 'react'
import type { IbanResponse } from '#domain/site/lookup-contract.ts'

const timeout = 6000

/** The service's response to the lookup of a bank, or `unreachable` if the request failed. */
export type BankResult = IbanResponse | 'unreachable'

const known = new Map<string, IbanResponse>()

/**
 * Returns the result of looking up the bank of an IBAN, or undefined while the lookup is in progress. Caches responses.
 */
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
