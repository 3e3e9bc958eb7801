import { type SiteSettings, plainSite, siteSettingsPath } from '#domain/site-settings.ts'

const timeoutMs = 4000

let asked: Promise<SiteSettings> | undefined

/** Where the service writes the settings into the pages that it sends; data, which is never run as a script. */
export const settingsElementId = 'site-settings'

/** How the service is configured, as the page says or asked once. Also while it cannot be asked there is an answer: the plain one. */
export function siteSettings(): Promise<SiteSettings> {
  asked ??= written() ?? ask()
  return asked
}

function written(): Promise<SiteSettings> | undefined {
  // At build there is no page yet.
  if (typeof document === 'undefined') return Promise.resolve(plainSite)
  const json = document.querySelector(`#${settingsElementId}`)?.textContent
  return json ? Promise.resolve(JSON.parse(json) as SiteSettings) : undefined
}

async function ask(): Promise<SiteSettings> {
  try {
    const response = await fetch(siteSettingsPath, { signal: AbortSignal.timeout(timeoutMs) })
    return response.ok ? ((await response.json()) as SiteSettings) : plainSite
  } catch {
    return plainSite
  }
}
