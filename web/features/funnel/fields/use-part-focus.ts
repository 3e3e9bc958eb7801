import { type KeyboardEvent, useRef } from 'react'

const habitMs = 1000

/**
 * Moves the focus between the inputs of a value that has several parts, such as a date. `ids` are the ids of the inputs
 * in their order.
 */
export function usePartFocus(ids: readonly string[]) {
  const jumpedAt = useRef(0)
  const inputAt = (index: number) => {
    const id = ids[index]
    return id === undefined ? null : document.querySelector<HTMLInputElement>(`[id="${CSS.escape(id)}"]`)
  }

  /**
   * Moves on when the part is complete: it has `size` digits, or a separator follows. Stays if the next part is filled in,
   * because the visitor is then correcting this one.
   */
  function afterTyping(index: number, text: string, size: number) {
    const next = inputAt(index + 1)
    const isComplete = text.replace(/\D/g, '').length === size || /^\d+[\s./,-]$/.test(text)
    if (!isComplete || next?.value !== '') return
    jumpedAt.current = Date.now()
    next.focus()
  }

  function onKey(index: number, event: KeyboardEvent<HTMLInputElement>) {
    if (event.currentTarget.value !== '') return
    // Visitors who press Tab out of habit after each part would skip the part that already has the focus.
    const isHabit = event.key === 'Tab' && !event.shiftKey && Date.now() - jumpedAt.current < habitMs
    jumpedAt.current = 0
    const previous = event.key === 'Backspace' ? inputAt(index - 1) : null
    previous?.focus()
    // Otherwise, the browser would apply Backspace to the previous part, which has the focus by then.
    if (isHabit || previous) event.preventDefault()
  }

  return { afterTyping, onKey }
}
