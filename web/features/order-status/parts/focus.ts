import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to an element that may not accept it by default, such as a heading, and scrolls it into view. */
export function focusOn(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
}

/** Returns the ref of an element whose first heading or, with `selector`, other part gets the focus when it appears. */
export function useFocusOnMount<E extends HTMLElement>(selector = 'h2'): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => focusOn(ref.current?.querySelector(selector)), [selector])
  return ref
}

/**
 * Returns the ref of an element that gets the focus when `open` changes from true to false, for a button whose form was
 * closed.
 */
export function useFocusWhenClosed<E extends HTMLElement>(open: boolean): RefObject<E | null> {
  const ref = useRef<E>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current && !open) focusOn(ref.current)
    wasOpen.current = open
  }, [open])
  return ref
}
