import type { SiteSettings } from '#domain/site/site-settings.ts'
import { settingsElementId } from './site-settings.ts'

/**
 * Returns the ad platforms that learn of orders of consenting visitors. They are read from the page, because the question
 * for consent cannot wait for a request: a page without settings names no platforms, and nothing is reported then.
 */
export function adPlatformsOfPage(): SiteSettings['conversionFiles'] {
  if (typeof document === 'undefined') return []
  const json = document.querySelector(`#${settingsElementId}`)?.textContent
  return json ? ((JSON.parse(json) as Partial<SiteSettings>).conversionFiles ?? []) : []
}
