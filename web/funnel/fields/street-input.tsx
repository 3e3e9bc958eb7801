import { type ComponentType, type InputHTMLAttributes, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FoundAddress } from '#domain/lookup-contract.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { addressesOffered } from './address-lookup.ts'

export interface StreetInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'onBlur' | 'id'
> {
  id: string
  ref: (node: HTMLInputElement | null) => void
  value: string
  onText: (text: string) => void
  onBlur: () => void
  suggest: {
    /** Whether there are any for this address. */
    offered: boolean
    /** What of the address is known already, to find the street of that town. */
    near: string
    placeholder: string | undefined
    onPick: (address: FoundAddress) => void
    /** They were wanted and could not be had, or are there again. */
    onOutage: (outage: boolean) => void
  }
}

async function loadCombobox(): Promise<ComponentType<StreetInputProps> | undefined> {
  if (!(await addressesOffered())) return undefined
  const { StreetCombobox } = await import('./street-combobox.tsx')
  return StreetCombobox
}

/** The street; with suggestions where the service has some. It is never exchanged under the visitor's hands. */
export function StreetInput(props: StreetInputProps) {
  const { suggest, onText, ...input } = props
  const { id } = input
  const [Combobox, setCombobox] = useState<ComponentType<StreetInputProps>>()
  useEffect(() => {
    const left = new AbortController()
    async function exchange() {
      // Without the suggestions the address is typed in by hand.
      const loaded = await loadCombobox().catch(() => undefined)
      if (!loaded || left.signal.aborted) return
      const shown = document.querySelector(`[id="${CSS.escape(id)}"]`)
      const show = () => setCombobox(() => loaded)
      if (shown === document.activeElement)
        shown?.addEventListener('blur', show, { once: true, signal: left.signal })
      // At once: until React would get to it the visitor might have begun to type here.
      else flushSync(show)
    }
    void exchange()
    return () => left.abort()
  }, [id])

  if (Combobox && suggest.offered) return <Combobox {...props} />
  return <TextInput {...input} onChange={(event) => onText(event.target.value)} />
}
