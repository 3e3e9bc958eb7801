import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { type StepState, readStepState } from './step-state.ts'
import { screenOf, scrollTo, scrollToTop } from './scroll.ts'

let opened = false

/** Nothing was opened before in this document, not even by an address that was corrected: React Router counts in `idx`. */
function isFirstPage(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number }
  return !opened && idx === 0
}

/**
 * When a step opens: its headline takes the focus, so that it is read out, and the page scrolls there after a delay.
 * Going back scrolls to the top instead (specification part 1, 2.4). A step that opens with errors goes to those.
 */
export function useStepOpening(headline: RefObject<HTMLElement | null>): StepState {
  const location = useLocation()
  const state = readStepState(location.state)
  const { scroll, issues } = state
  // Before anybody sees the step: later it would take the focus from whoever is quick to begin.
  useLayoutEffect(() => {
    const first = isFirstPage()
    opened = true
    // On the first page of a visit the reader starts at the top by himself.
    if (issues || first) return
    // Behind a preview nothing takes the focus; it goes right after this (`take-preview.ts`).
    queueMicrotask(() => headline.current?.focus({ preventScroll: true }))
    // `issues` is new at each render; the address and its key say all that matters.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key, location.pathname, headline])
  useEffect(() => {
    if (issues) return
    const timer = setTimeout(() => {
      if (scroll === 'top') scrollToTop()
      // A notice may stand above the headline.
      else if (headline.current) scrollTo(headline.current.closest('[data-step-begins]') ?? headline.current)
    }, screenOf(window.innerWidth).delay)
    return unlessUsed(timer)
    // `issues` is new at each render; the address and its key say all that matters.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key, location.pathname, headline])
  return state
}

/** Ends the timer when asked to, or as soon as the visitor does something: then nothing may move under the hand. */
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
