import { useEffect, useRef } from 'react'

const maxPauseMs = 60_000
/** Factor by which each pause is longer than the one before. */
const growth = 1.05

/**
 * Calls `request` repeatedly while the page is visible, and at once when it becomes visible. The first pause is
 * `pauseMs`; pauses grow up to a minute, because a page can stay open for hours. Calls never overlap. With `pauseMs`
 * undefined, does nothing.
 */
export function usePolling(request: () => Promise<void>, pauseMs: number | undefined): void {
  const latest = useRef(request)
  useEffect(() => {
    latest.current = request
  })
  useEffect(() => {
    if (pauseMs === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = pauseMs
    let requesting = false
    let ended = false
    const next = async () => {
      clearTimeout(timer)
      if (requesting || document.hidden) return
      requesting = true
      await latest.current()
      requesting = false
      if (!ended) timer = setTimeout(() => void next(), pause)
      pause = Math.min(maxPauseMs, pause * growth)
    }
    const wake = () => {
      pause = pauseMs
      void next()
    }
    document.addEventListener('visibilitychange', wake)
    timer = setTimeout(wake, pauseMs)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [pauseMs])
}
