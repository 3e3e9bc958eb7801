import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { type StepState, readStepState } from './step-state.ts'
import { currentScreen, scrollTo, scrollToTop } from './scroll.ts'

let opened = false

/**
 * Returns whether this is the first page that the visitor opened in this tab. React Router stores the position of each
 * history entry as `idx`.
 */
function isFirstPage(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number }
  return !opened && idx === 0
}

/**
 * When a step opens, focuses its headline, so that screen readers announce it. After a delay, scrolls to the headline
 * or, if the visitor used the back button of the form, to the top. If the step opens with errors, this hook neither
 * focuses nor scrolls, because the code that shows the errors does both.
 */
export function useStepOpening(headline: RefObject<HTMLElement | null>): StepState {
  const location = useLocation()
  const state = readStepState(location.state)
  const { scroll, issues } = state
  // Focus the headline before the browser paints. Afterwards, the visitor could already be typing in a field and would
  // lose the focus.
  useLayoutEffect(() => {
    const first = isFirstPage()
    opened = true
    // On the first page, screen readers start at the top anyway, so the headline needs no focus.
    if (issues || first) return
    // Focus in a microtask. During this effect, `keep-preview.ts` may hide the page behind a preview, and a hidden
    // element cannot be focused. The preview is removed before the microtask runs.
    queueMicrotask(() => headline.current?.focus({ preventScroll: true }))
    // `issues` and `scroll` change only with the location.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key, location.pathname, headline])
  useEffect(() => {
    if (issues) return
    const timer = setTimeout(() => {
      // The visitor may have begun to type before the code of the page was loaded.
      if (document.activeElement?.matches('input, textarea, select')) return
      if (scroll === 'top') scrollToTop()
      // Scroll to the element around the form: it also contains the notice that may be above the headline.
      else if (headline.current) scrollTo(headline.current.closest('[data-step-begins]') ?? headline.current)
    }, currentScreen().delay)
    return unlessUsed(timer)
    // `issues` and `scroll` change only with the location.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key, location.pathname, headline])
  return state
}

/**
 * Cancels the timer as soon as the visitor interacts with the page. The page must not scroll while the visitor uses it.
 * Returns a function that cancels the timer and removes the event listeners.
 */
function unlessUsed(timer: ReturnType<typeof setTimeout>): () => void {
  const listening = new AbortController()
  const stop = () => {
    clearTimeout(timer)
    listening.abort()
  }
  for (const type of ['pointerdown', 'keydown', 'wheel'])
    window.addEventListener(type, stop, { passive: true, signal: listening.signal })
  return stop
}
