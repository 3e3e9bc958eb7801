import { type InputHTMLAttributes, useLayoutEffect, useReducer, useRef } from 'react'
import { TextInput } from '#web/ui/text-input.tsx'
import { caretAfter, editGrouped } from './grouped-text.ts'

interface GroupedInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** As it is kept, without blanks. */
  value: string
  onChange: (value: string) => void
  /** Typed text as it is kept. */
  store: (text: string) => string
  /** What is kept as it is shown. */
  show: (value: string) => string
  ref: (node: HTMLInputElement | null) => void
}

/** A number that is shown in groups; while it regroups, the caret stays behind the same character. */
export function GroupedInput({ value, onChange, store, show, ref, ...rest }: GroupedInputProps) {
  const element = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  // Also when nothing was changed: the browser has moved the caret all the same.
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const shown = show(value)

  useLayoutEffect(() => {
    const input = element.current
    // Autofill changes a field in which nobody is; a selection would call him there.
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
