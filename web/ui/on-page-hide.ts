/**
 * Calls a listener twice when the page is closed, left or put into the back/forward cache. The second call must do only
 * what the first has not done.
 *
 * Firefox stops the first script that it interrupts while it closes a tab, in the middle and without an error. The next
 * listeners run to their end.
 */
export function onPageHide(listener: () => void, signal?: AbortSignal): void {
  for (const capture of [true, false])
    window.addEventListener('pagehide', listener, { capture, ...(signal && { signal }) })
}
