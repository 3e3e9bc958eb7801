import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { type StepState, readStepState } from './step-state.ts'
import { screenOf, scrollTo, scrollToTop } from './scroll.ts'

let opened = false

/** Returns whether this is the first page of the document. React Router counts history entries in `idx`. */
function isFirstPage(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number }
  return !opened && idx === 0
}

/**
 * When a step opens, focuses its headline, so that screen readers announce it, and scrolls there after a delay. Going
 * back scrolls to the top instead. If the step opens with errors, both are left to the error handling.
 */
export function useStepOpening(headline: RefObject<HTMLElement | null>): StepState {
  const location = useLocation()
  const state = readStepState(location.state)
  const { scroll, issues } = state
  // Before paint: a later effect could steal the focus from a visitor who has already started typing.
  useLayoutEffect(() => {
    const first = isFirstPage()
    opened = true
    // On the first page, screen readers start at the top anyway.
    if (issues || first) return
    // A page hidden by its preview cannot take the focus; the preview is removed right after this effect
    // (`keep-preview.ts`).
    queueMicrotask(() => headline.current?.focus({ preventScroll: true }))
    // `issues` is a new array in each render; it only changes with the location.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key, location.pathname, headline])
  useEffect(() => {
    if (issues) return
    const timer = setTimeout(() => {
      if (scroll === 'top') scrollToTop()
      // A notice may be above the headline.
      else if (headline.current) scrollTo(headline.current.closest('[data-step-begins]') ?? headline.current)
    }, screenOf(window.innerWidth).delay)
    return unlessUsed(timer)
    // `issues` is a new array in each render; it only changes with the location.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location.key, location.pathname, headline])
  return state
}

/**
 * Cancels the timer on any interaction, because the page must not scroll while it is used. Returns a function that
 * cancels it.
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
