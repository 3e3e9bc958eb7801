import { useEffect, useState } from 'react'
import type { IbanAnswer } from '#domain/lookup-contract.ts'

const timeout = 6000

/** What the service says of an IBAN, or `unreachable`. */
export type BankAnswer = IbanAnswer | 'unreachable'

const known = new Map<string, IbanAnswer>()

/** The bank of a settled IBAN, or undefined while there is none or nothing is known yet. Never asks twice. */
export function useBank(iban: string | undefined): BankAnswer | undefined {
  const [found, setFound] = useState<{ iban: string; answer: BankAnswer }>()
  useEffect(() => {
    if (iban === undefined || known.has(iban)) return
    const gone = new AbortController()
    const show = (answer: BankAnswer) => {
      if (!gone.signal.aborted) setFound({ iban, answer })
    }
    requestBank(iban, gone.signal).then(show, () => show('unreachable'))
    return () => gone.abort()
  }, [iban])
  if (iban === undefined) return undefined
  return known.get(iban) ?? (found?.iban === iban ? found.answer : undefined)
}

async function requestBank(iban: string, signal: AbortSignal): Promise<IbanAnswer> {
  const response = await fetch(`/api/iban/${iban}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const answer = (await response.json()) as IbanAnswer
  if (!answer.outage) known.set(iban, answer)
  return answer
}
