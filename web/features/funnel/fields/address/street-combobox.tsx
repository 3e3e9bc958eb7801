// This combobox is not a native <datalist>, which cannot be styled legibly and does not report the chosen address.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Suggestion } from '#domain/site/lookup-contract.ts'
import { classNames } from '#web/ui/class-names.ts'
import { isAutofill } from '#web/ui/form/is-autofill.ts'
import { TextInput } from '#web/ui/form/text-input.tsx'
import type { StreetInputProps } from './street-input-props.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Street input with a list of suggestions, following the combobox pattern of ARIA 1.2. */
export function StreetCombobox({ value, onText, suggest, onBlur, ...input }: StreetInputProps) {
  const { suggestions, attribution, request, clear, choose } = useSuggestions(suggest.onOutage)
  const [active, setActive] = useState(-1)
  const [closed, setClosed] = useState(false)
  const open = !closed && suggestions.length > 0
  const list = `${input.id}-liste`
  const optionId = (index: number) => `${list}-${index}`

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value
    onText(text, isAutofill(event))
    setActive(-1)
    setClosed(false)
    request(`${text} ${suggest.near}`.trim())
  }
  const leave = () => {
    clear()
    setActive(-1)
  }
  const pick = async (suggestion: Suggestion) => {
    setActive(-1)
    const address = await choose(suggestion)
    if (address) suggest.onPick(address)
    else suggest.onOutage(true)
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    const chosen = suggestions[active]
    if ((key === 'ArrowDown' || key === 'ArrowUp') && suggestions.length > 0) {
      event.preventDefault()
      setClosed(false)
      const step = key === 'ArrowDown' ? 1 : -1
      // If no suggestion is active yet, ArrowUp selects the last one.
      setActive((now) =>
        now < 0 && step < 0 ? suggestions.length - 1 : (now + step + suggestions.length) % suggestions.length,
      )
    } else if (key === 'Enter' && open && chosen) {
      event.preventDefault()
      void pick(chosen)
    } else if (key === 'Escape' && open) {
      event.preventDefault()
      setClosed(true)
      setActive(-1)
    }
  }

  return (
    <div className="relative">
      <TextInput
        {...input}
        placeholder={suggest.placeholder}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? optionId(active) : undefined}
        value={value}
        onChange={change}
        onKeyDown={press}
        onBlur={() => {
          leave()
          onBlur()
        }}
      />
      <p aria-live="polite" className="sr-only">
        {open && countOf(suggestions.length)}
      </p>
      {open && (
        <div className="absolute top-full right-0 left-0 z-20 mt-2 overflow-hidden rounded-lg border border-control bg-surface shadow-card">
          <div id={list} role="listbox" aria-label="Adressvorschläge">
            {suggestions.map((suggestion, index) => (
              <Option
                key={suggestion.id}
                id={optionId(index)}
                suggestion={suggestion}
                active={index === active}
                onPick={() => void pick(suggestion)}
              />
            ))}
          </div>
          <p className="border-t border-line px-3.5 py-1.5 text-right text-[0.8125rem] text-muted">
            {attribution}
          </p>
        </div>
      )}
    </div>
  )
}

interface OptionProps {
  id: string
  suggestion: Suggestion
  active: boolean
  onPick: () => void
}

function Option({ id, suggestion, active, onPick }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // The input keeps the focus while the list is open, and handles the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classNames(
        'grid cursor-pointer gap-x-2 px-3.5 py-2 hover:bg-leaf-50 forced-colors:aria-selected:outline-3 forced-colors:aria-selected:-outline-offset-3 sm:flex sm:items-baseline',
        active && 'bg-leaf-100 hover:bg-leaf-100',
      )}
      // Keep the focus in the input: losing it would close the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className="font-medium">{suggestion.label}</span>
      <span className="text-sm text-muted">{suggestion.detail}</span>
    </div>
  )
}

function countOf(count: number): string {
  const found = count === 1 ? '1 Adressvorschlag' : `${count} Adressvorschläge`
  return `${found}, mit den Pfeiltasten zu wählen`
}
