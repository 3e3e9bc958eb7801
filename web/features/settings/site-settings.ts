import { type SiteSettings, defaultSiteSettings, siteSettingsPath } from '#domain/site/site-settings.ts'

const timeoutMs = 4000

let requested: Promise<SiteSettings> | undefined

/** Id of the script element in which the service embeds the settings as JSON. Browsers do not execute it. */
export const settingsElementId = 'site-settings'

/**
 * Returns the settings that the service has embedded in the page. If the page contains no settings, requests them once.
 * Returns the defaults if the request fails.
 */
export function siteSettings(): Promise<SiteSettings> {
  requested ??= written() ?? request()
  return requested
}

function written(): Promise<SiteSettings> | undefined {
  // At build time, pages are rendered without a document.
  if (typeof document === 'undefined') return Promise.resolve(defaultSiteSettings)
  const json = document.querySelector(`#${settingsElementId}`)?.textContent
  return json ? Promise.resolve(JSON.parse(json) as SiteSettings) : undefined
}

async function request(): Promise<SiteSettings> {
  try {
    const response = await fetch(siteSettingsPath, { signal: AbortSignal.timeout(timeoutMs) })
    return response.ok ? ((await response.json()) as SiteSettings) : defaultSiteSettings
  } catch {
    return defaultSiteSettings
  }
}
