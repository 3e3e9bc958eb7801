import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

interface Screen {
  /** Time in ms from the opening of a step until its layout is stable. */
  delay: number
  /** Space in px above an element after scrolling to it. Without it, the site header would cover the element. */
  offset: number
}

const isNarrower = (width: number) => matchMedia(`(width < ${width}px)`).matches

/** Returns the delay and the offset for the width of the window. Reading its `innerWidth` would lay out the page. */
export function currentScreen(): Screen {
  if (isNarrower(475)) return { delay: 400, offset: 110 }
  if (isNarrower(768)) return { delay: 300, offset: 120 }
  return { delay: 100, offset: 100 }
}

export function scrollTo(element: Element): void {
  const { offset } = currentScreen()
  const top = element.getBoundingClientRect().top + window.scrollY - offset
  window.scrollTo({ top: Math.max(0, top), behavior: scrollBehavior() })
}

export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: scrollBehavior() })
}

/**
 * Returns the element to scroll to for a control: its question, which is the group with its legend, or the control with
 * its label. If the control would then be below the visible part of the window, for example because of an on-screen
 * keyboard, only the control with its own label.
 */
function questionOf(control: HTMLElement): Element {
  const labelled = control.closest('.grid') ?? control
  const question = control.closest('fieldset') ?? labelled
  const { offset } = currentScreen()
  const below = control.getBoundingClientRect().bottom - question.getBoundingClientRect().top
  const visible = window.visualViewport?.height ?? window.innerHeight
  return offset + below <= visible ? question : labelled
}

/**
 * Scrolls to the question of a control and focuses the control after 100 ms. Returns a function that cancels the delayed
 * focusing.
 */
export function goToControl(id: string): () => void {
  const control = document.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`)
  if (!control) return () => {}
  scrollTo(questionOf(control))
  const before = document.activeElement
  const timer = setTimeout(() => {
    // If the visitor has moved the focus during the delay, leave it there.
    const { activeElement, body } = document
    if (activeElement === before || activeElement === body) control.focus({ preventScroll: true })
  }, 100)
  return () => clearTimeout(timer)
}
