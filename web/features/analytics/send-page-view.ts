import type { PageView } from '#domain/site/analytics-contract.ts'
import { attribution } from '#web/features/attribution/visit.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'
import { deviceOf } from '#web/features/tracking/device/device.ts'
import { newEventId } from '#web/features/tracking/event-id.ts'

/** Reports a page view to our own service, if that service has analytics configured. Ignores failures. */
export async function sendPageView(path: string): Promise<void> {
  const { analytics } = await siteSettings()
  // There is no session if the visitor has withdrawn consent while this code and the settings were loading.
  const session = attribution.session()
  if (!analytics || !session) return
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = session.touches.at(-1) ?? {}
  const named = Object.entries({ utm_source, utm_medium, utm_campaign, utm_content, utm_term })
  const view: PageView = {
    id: newEventId(),
    consent: 'marketing',
    sessionId: session.id,
    at: new Date().toISOString(),
    path,
    device: deviceOf(window.innerWidth),
    campaign: Object.fromEntries(named.filter(([, value]) => value)),
  }
  await fetch('/api/analytics', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(view),
    keepalive: true,
  }).catch(() => undefined)
}
