import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

interface Screen {
  /** Until the page has laid itself out after a step opened, in ms. */
  delay: number
  /** Kept free for the header, in px. */
  offset: number
}

/** Specification part 1, 2.4. */
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

/** Brings a faulty control into view, its label included, and gives it the focus 100 ms later, unless another has it by then. */
export function goToControl(id: string): () => void {
  const control = document.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`)
  if (!control) return () => {}
  scrollTo(control.closest('fieldset, .grid') ?? control)
  const before = document.activeElement
  const timer = setTimeout(() => {
    // Whoever has moved on meanwhile is not called back.
    const { activeElement, body } = document
    if (activeElement === before || activeElement === body) control.focus({ preventScroll: true })
  }, 100)
  return () => clearTimeout(timer)
}
