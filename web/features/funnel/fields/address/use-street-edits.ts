import { useEffect, useState } from 'react'
import type { FoundAddress } from '#domain/site/lookup-contract.ts'
import { controlId } from '#web/features/funnel/form/form-state.ts'
import { textOf } from './address-part.tsx'
import { numberAtEnd, withoutDigits, withoutNumber } from './street-text.ts'
import type { Parts } from './use-parts.ts'

const hintMs = 10_000

export type StreetEdits = ReturnType<typeof useStreetEdits>

/**
 * Returns event handlers that keep the house number out of the street. `hintShown` is true for 10 s after a handler
 * removed a number.
 */
export function useStreetEdits({ part, street, number, code, city }: Parts) {
  const hint = useTemporaryHint()
  const changeStreet = (typed: string) => {
    const stripped = textOf(number.value) === '' ? typed : withoutDigits(typed)
    if (stripped !== typed) hint.show()
    street.onChange(stripped)
  }
  const leaveNumber = () => {
    const stripped = withoutNumber(textOf(street.value), textOf(number.value))
    if (stripped !== textOf(street.value)) {
      hint.show()
      street.onChange(stripped)
    }
    number.onBlur()
  }
  const pick = (found: FoundAddress) => {
    const known = found.hausnummer || textOf(number.value) || numberAtEnd(textOf(street.value))
    street.onChange(found.strasse)
    number.onChange(known)
    if (found.plz) code.onChange(found.plz)
    if (found.ort) city.onChange(found.ort)
    if (!known) document.querySelector<HTMLElement>(`#${CSS.escape(controlId(part('hausnummer')))}`)?.focus()
  }
  return { hintShown: hint.shown, changeStreet, leaveNumber, pick }
}

function useTemporaryHint() {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setSince(undefined), hintMs)
    return () => clearTimeout(timer)
  }, [since])
  return { shown: since !== undefined, show: () => setSince(Date.now()) }
}
