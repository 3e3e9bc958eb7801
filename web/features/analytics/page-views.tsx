import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { consent } from '#web/features/consent/visitor-consent.ts'

/** Delay before a page view is reported, in ms, so that a URL that redirects does not count as a page view. */
const settledMs = 500

const choiceNow = () => consent.state().choice

/** Reports page views after marketing consent. The reporting code is loaded only after consent. */
export function PageViews() {
  const { pathname } = useLocation()
  const choice = useSyncExternalStore(consent.subscribe, choiceNow, () => undefined)
  useEffect(() => {
    if (choice !== 'marketing') return
    const send = async () => (await import('./send-page-view.ts')).sendPageView(pathname)
    const timer = setTimeout(() => void send().catch(() => undefined), settledMs)
    return () => clearTimeout(timer)
  }, [pathname, choice])
  return null
}
