import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { nobodyAsked } from '#web/consent/consent.ts'
import { consent } from '#web/consent/visitor-consent.ts'

/** An address that is corrected at once is no view of its own. */
const settledMs = 500

/** Tells of each page that is opened, once the visitor has agreed; the code for it comes only then. */
export function PageViews() {
  const { pathname } = useLocation()
  const { choice } = useSyncExternalStore(consent.subscribe, consent.state, () => nobodyAsked)
  useEffect(() => {
    if (choice !== 'marketing') return
    const send = async () => (await import('./send-page-view.ts')).sendPageView(pathname)
    const timer = setTimeout(() => void send().catch(() => undefined), settledMs)
    return () => clearTimeout(timer)
  }, [pathname, choice])
  return null
}
