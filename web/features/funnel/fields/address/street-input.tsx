import { type ComponentType, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isAutofill } from '#web/ui/form/is-autofill.ts'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { addressesOffered } from './address-lookup.ts'
import type { StreetInputProps } from './street-input-props.ts'

async function loadCombobox(): Promise<ComponentType<StreetInputProps> | undefined> {
  if (!(await addressesOffered())) return undefined
  const { StreetCombobox } = await import('./street-combobox.tsx')
  return StreetCombobox
}

/**
 * Street input. If the service offers suggestions, a combobox replaces the plain input as soon as the plain input does
 * not have the focus.
 */
export function StreetInput(props: StreetInputProps) {
  const { suggest, onText, ...input } = props
  const { id } = input
  const [Combobox, setCombobox] = useState<ComponentType<StreetInputProps>>()
  useEffect(() => {
    const left = new AbortController()
    async function replaceInput() {
      // If loading fails, the plain input remains.
      const loaded = await loadCombobox().catch(() => undefined)
      if (!loaded || left.signal.aborted) return
      const shown = document.querySelector(`[id="${CSS.escape(id)}"]`)
      const show = () => setCombobox(() => loaded)
      if (shown === document.activeElement)
        shown?.addEventListener('blur', show, { once: true, signal: left.signal })
      // Render synchronously. If the render were deferred, the visitor could be typing in the plain input by then.
      else flushSync(show)
    }
    void replaceInput()
    return () => left.abort()
  }, [id])

  if (Combobox && suggest.offered) return <Combobox {...props} />
  return <TextInput {...input} onChange={(event) => onText(event.target.value, isAutofill(event))} />
}
