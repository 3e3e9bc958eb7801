import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { type StepState, readStepState } from './step-state.ts'
import { screenOf, scrollTo, scrollToTop } from './scroll.ts'

let opened = false

/**
 * Returns whether this is the first page that the visitor opened in this tab. React Router stores the position of the
 * history entry in `idx`.
 */
function isFirstPage(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number }
  return !opened && idx === 0
}

/**
 * When a step opens, focuses its headline, so that screen readers announce it, and scrolls to it after a delay. After
 * going back, scrolls to the top instead. If the step opens with errors, this hook does neither, because the error
 * handling moves the focus and scrolls.
 */
export function useStepOpening(headline: RefObject<HTMLElement | null>): StepState {
  const location = useLocation()
  const state = readStepState(location.state)
  const { scroll, issues } = state
  // Focus before the browser paints. A later effect could steal the focus from a visitor who has already started
  // typing.
  useLayoutEffect(() => {
    const first = isFirstPage()
    opened = true
    // On the first page, screen readers start at the top anyway.
    if (issues || first) return
    // While its preview is shown, the page is hidden and cannot take the focus. `keep-preview.ts` removes the preview
    // right after this effect, before the microtask.
    queueMicrotask(() => headline.current?.focus({ preventScroll: true }))
    // `issues` is a new array in each render, but its content changes only with the location.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key, location.pathname, headline])
  useEffect(() => {
    if (issues) return
    const timer = setTimeout(() => {
      if (scroll === 'top') scrollToTop()
      // Scroll to the surrounding element, because it may start with a notice above the headline.
      else if (headline.current) scrollTo(headline.current.closest('[data-step-begins]') ?? headline.current)
    }, screenOf(window.innerWidth).delay)
    return unlessUsed(timer)
    // `issues` is a new array in each render, but its content changes only with the location.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key, location.pathname, headline])
  return state
}

/**
 * Cancels the timer as soon as the visitor interacts with the page, because the page must not scroll while it is being
 * used. Returns a function that also cancels the timer.
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
