import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { type StepState, readStepState } from './step-state.ts'
import { screenOf, scrollTo, scrollToTop } from './scroll.ts'

let opened = false

/**
 * Returns whether this is the first page that the visitor opened in this tab. `idx` is the position in the history,
 * which React Router stores in each history entry.
 */
function isFirstPage(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number }
  return !opened && idx === 0
}

/**
 * When a step opens, focuses its headline, so that screen readers announce it, and scrolls to it after a delay. If the
 * visitor went back, scrolls to the top instead. If the step opens with errors, this hook neither focuses nor scrolls,
 * because the code that shows the errors does both.
 */
export function useStepOpening(headline: RefObject<HTMLElement | null>): StepState {
  const location = useLocation()
  const state = readStepState(location.state)
  const { scroll, issues } = state
  // Focus before the browser paints. Later, the visitor could already be typing in a field and would lose the focus.
  useLayoutEffect(() => {
    const first = isFirstPage()
    opened = true
    // On the first page, screen readers start at the top anyway.
    if (issues || first) return
    // Focus in a microtask. A preview may hide the page during this effect, and hidden elements cannot be focused.
    // `keep-preview.ts` removes the preview before the microtask runs.
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
 * used. Returns a function that cancels the timer and stops listening.
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
