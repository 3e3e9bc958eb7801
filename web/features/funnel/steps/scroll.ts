import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

interface Screen {
  /** Time in ms from the opening of a step until its layout is stable. */
  delay: number
  /** Space in px above an element after scrolling to it. Without it, the site header would cover the element. */
  offset: number
}

/** Returns the delay and the offset for a window width in px. */
export function screenOf(width: number): Screen {
  if (width < 475) return { delay: 400, offset: 110 }
  if (width < 768) return { delay: 300, offset: 120 }
  return { delay: 100, offset: 100 }
}

export function scrollTo(element: Element): void {
  const { offset } = screenOf(window.innerWidth)
  const top = element.getBoundingClientRect().top + window.scrollY - offset
  window.scrollTo({ top: Math.max(0, top), behavior: scrollBehavior() })
}

export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: scrollBehavior() })
}

/**
 * Scrolls to a control with its label and focuses the control after 100 ms. Returns a function that cancels the delayed
 * focusing.
 */
export function goToControl(id: string): () => void {
  const control = document.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`)
  if (!control) return () => {}
  scrollTo(control.closest('fieldset, .grid') ?? control)
  const before = document.activeElement
  const timer = setTimeout(() => {
    // If the visitor has moved the focus during the delay, leave it there.
    const { activeElement, body } = document
    if (activeElement === before || activeElement === body) control.focus({ preventScroll: true })
  }, 100)
  return () => clearTimeout(timer)
}
