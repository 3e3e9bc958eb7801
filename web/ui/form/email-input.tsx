import { type InputHTMLAttributes, Suspense, useRef, useState } from 'react'
import { loadedLater } from '#web/ui/timing/loaded-later.ts'
import { TextInput } from './text-input.tsx'

const EmailSuggestion = loadedLater(async () => (await import('./email-suggestion.tsx')).EmailSuggestion)

interface EmailInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** For an input whose value is kept elsewhere: called with the address that the visitor accepts. */
  onAccept?: (address: string) => void
  ref?: (node: HTMLInputElement | null) => void
}

/** Input for an e-mail address that offers to correct a mistyped domain. */
export function EmailInput({ value, onChange, onAccept, ref, ...attributes }: EmailInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const address = typeof value === 'string' ? value : typed
  const accept = (suggested: string) => {
    if (onAccept) onAccept(suggested)
    else if (input.current) input.current.value = suggested
    setTyped(suggested)
    // The suggestion disappears, so the focus must not stay on it.
    input.current?.focus()
  }
  return (
    <>
      <TextInput
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...attributes}
        value={value}
        ref={(node) => {
          input.current = node
          ref?.(node)
        }}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange?.(event)
        }}
      />
      {address.includes('@') && (
        <Suspense>
          <EmailSuggestion address={address} onAccept={accept} />
        </Suspense>
      )}
    </>
  )
}
