import { useEffect, useState } from 'react'
import { writingOrder } from '#domain/forms/writing-order.ts'
import type { FoundAddress } from '#domain/site/lookup-contract.ts'
import { controlId } from '#web/features/funnel/form/form-state.ts'
import { textOf } from './address-part.tsx'
import { splitStreet, withoutNumber } from './street-text.ts'
import type { Parts } from './use-parts.ts'

const hintMs = 10_000

export type StreetEdits = ReturnType<typeof useStreetEdits>

/**
 * Returns event handlers that move a house number from the end of the street to its own input. All other digits are
 * part of the street's name and stay. `hintShown` is true for 10 s after a handler moved or removed a number.
 */
export function useStreetEdits({ part, street, number, code, city, country }: Parts) {
  const hint = useTemporaryHint()
  const numberInput = () =>
    document.querySelector<HTMLInputElement>(`#${CSS.escape(controlId(part('hausnummer')))}`)
  /** Returns the parts of the street, or undefined in countries where a number at its end is no house number. */
  const split = (typed: string) =>
    writingOrder(textOf(country.value)).numberFirst ? undefined : splitStreet(typed)

  const move = (found: { street: string; number: string }) => {
    hint.show()
    street.onChange(found.street)
    number.onChange(found.number)
    // Typing into the input now replaces the number instead of extending it.
    setTimeout(() => {
      if (document.activeElement === numberInput()) numberInput()?.select()
    })
  }
  const strip = (typed: string) => {
    const stripped = split(typed) ? withoutNumber(typed, textOf(number.value)) : typed
    if (stripped === typed) return
    hint.show()
    street.onChange(stripped)
  }
  const changeStreet = (typed: string, isAutofill = false) => {
    const found = isAutofill ? split(typed) : undefined
    // Autofill replaces the whole street. A number that was entered for the previous street does not belong to it.
    if (found) move(found)
    else street.onChange(typed)
  }
  const leaveStreet = () => {
    const typed = textOf(street.value)
    const found = textOf(number.value) === '' ? split(typed) : undefined
    if (found) move(found)
    else strip(typed)
    street.onBlur()
  }
  const leaveNumber = () => {
    strip(textOf(street.value))
    number.onBlur()
  }
  const pick = (found: FoundAddress) => {
    const known = found.hausnummer || textOf(number.value) || split(textOf(street.value))?.number
    street.onChange(found.strasse)
    number.onChange(known ?? '')
    if (found.plz) code.onChange(found.plz)
    if (found.ort) city.onChange(found.ort)
    if (!known) numberInput()?.focus()
  }
  return { hintShown: hint.shown, changeStreet, leaveStreet, leaveNumber, pick }
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
