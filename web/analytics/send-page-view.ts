import type { PageView } from '#domain/analytics-contract.ts'
import { attribution } from '#web/attribution/visit.ts'
import { siteSettings } from '#web/settings/site-settings.ts'
import { deviceOf } from '#web/tracking/device.ts'
import { newEventId } from '#web/tracking/event-id.ts'

/** Tells our own service of a page; without an analytics service behind it nothing is sent. A failure is nobody's loss. */
export async function sendPageView(path: string): Promise<void> {
  const { analytics } = await siteSettings()
  // Asked again: the visitor may have changed his mind meanwhile.
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
