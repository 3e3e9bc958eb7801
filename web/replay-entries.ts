export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Entry {
  id: string
  value: string
  /** Whether the control is ticked; undefined unless it is a radio button or a checkbox. */
  ticked: boolean | undefined
}

interface Caret {
  start: number | null
  end: number | null
}

export function controlsOf(form: HTMLElement): Control[] {
  return [...form.querySelectorAll<Control>('input, textarea, select')]
}

/**
 * Reads what the visitor has entered in the controls of a form before its code was loaded. Returns a function that
 * enters it in the controls of the page with the same ids, and restores focus and caret. These can be the same controls:
 * React does not notice what was entered before it hydrated them, and overwrites it when it renders them again.
 */
export function replayEntries(form: HTMLElement, controls = controlsOf(form)): () => void {
  const entries = controls.filter(isChanged).map(entryOf)
  const focused = document.activeElement
  const caret = form.contains(focused) ? caretOf(focused) : undefined
  return () => {
    for (const entry of entries) {
      const control = document.querySelector<Control>(`[id="${CSS.escape(entry.id)}"]`)
      if (control) enter(control, entry)
    }
    if (caret && focused) restoreFocus(focused.id, caret)
  }
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected)
  if (isTick(control)) return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

function isTick(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)
}

function entryOf(control: Control): Entry {
  const { id, value } = control
  return { id, value, ticked: isTick(control) ? control.checked : undefined }
}

/**
 * Enters a value as the visitor would. React ignores an event if the control has the value that React has seen last, so
 * the control is reset first, by its own setters, which React observes.
 */
function enter(control: Control, { value, ticked }: Entry): void {
  if (isTick(control)) {
    // A radio button that lost its mark to another one of its group is not clicked.
    if (ticked === undefined || (!ticked && control.type === 'radio')) return
    control.checked = !ticked
    control.click()
    return
  }
  const isSelect = control instanceof HTMLSelectElement
  if (!isSelect) control.value = control.defaultValue
  const prototype = Object.getPrototypeOf(control) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }))
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
