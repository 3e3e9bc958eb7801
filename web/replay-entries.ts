type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Caret {
  start: number | null
  end: number | null
}

/**
 * Reads what the visitor has entered in the preview of a form. Returns a function that enters it in the controls of the
 * page with the same ids, and restores focus and caret. It must be called when the preview has been removed.
 */
export function replayEntries(preview: HTMLElement): () => void {
  const entries = [...preview.querySelectorAll<Control>('input, textarea, select')].filter(isChanged)
  const focused = document.activeElement
  const caret = preview.contains(focused) ? caretOf(focused) : undefined
  return () => {
    for (const entered of entries) {
      const control = document.querySelector(`[id="${CSS.escape(entered.id)}"]`)
      if (control) enter(control as Control, entered)
    }
    if (caret && focused) restoreFocus(focused.id, caret)
  }
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected)
  if (control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type))
    return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

function enter(control: Control, entered: Control): void {
  if (control instanceof HTMLInputElement && entered instanceof HTMLInputElement && entered.type !== 'text') {
    const isTick = ['radio', 'checkbox'].includes(entered.type)
    // A radio button that lost its mark to another one of its group is not clicked.
    if (isTick && control.checked !== entered.checked && (entered.checked || entered.type === 'checkbox'))
      control.click()
    if (isTick) return
  }
  // React overrides the setter of the element and would otherwise take the change for its own.
  const prototype = Object.getPrototypeOf(control) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, entered.value)
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}

function caretOf(element: Element | null): Caret {
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  return isText ? { start: element.selectionStart, end: element.selectionEnd } : { start: null, end: null }
}

function restoreFocus(id: string, { start, end }: Caret): void {
  const control = id === '' ? null : document.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`)
  control?.focus({ preventScroll: true })
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
  if (isText && start !== null) control.setSelectionRange(start, end)
}
