import { type InputHTMLAttributes, useLayoutEffect, useReducer, useRef } from 'react'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { caretAfter, editGrouped } from './grouped-text.ts'

interface GroupedInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** Stored value, without spaces. */
  value: string
  onChange: (value: string) => void
  /** Converts typed text to the stored value. */
  store: (text: string) => string
  /** Formats the stored value for display. */
  show: (value: string) => string
  ref: (node: HTMLInputElement | null) => void
}

/** Input that displays its value in groups. Regrouping keeps the caret after the same character. */
export function GroupedInput({ value, onChange, store, show, ref, ...rest }: GroupedInputProps) {
  const element = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  // `draw` forces a render, because an edit may leave the value unchanged. The layout effect then corrects the caret,
  // which the browser has moved.
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const shown = show(value)

  useLayoutEffect(() => {
    const input = element.current
    // Autofill may change an input that has no focus. Do not set the caret then, because that would move the focus.
    if (caret.current !== undefined && input === document.activeElement)
      input?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  return (
    <TextInput
      {...rest}
      ref={(node) => {
        element.current = node
        ref(node)
      }}
      value={shown}
      onChange={(event) => {
        const { value: text, selectionStart } = event.target
        const { inputType } = event.nativeEvent as InputEvent
        const edit = {
          text,
          caret: selectionStart ?? text.length,
          forward: inputType === 'deleteContentForward',
        }
        const next = editGrouped({ value, shown }, edit, store)
        caret.current = caretAfter(show(next.value), next.before, store)
        draw()
        onChange(next.value)
      }}
    />
  )
}
