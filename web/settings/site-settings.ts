import { type SiteSettings, plainSite, siteSettingsPath } from '#domain/site-settings.ts'

const timeoutMs = 4000

let asked: Promise<SiteSettings> | undefined

/** How the service is configured, asked once. Also while it cannot be asked there is an answer: the plain one. */
export function siteSettings(): Promise<SiteSettings> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<SiteSettings> {
  try {
    const response = await fetch(siteSettingsPath, { signal: AbortSignal.timeout(timeoutMs) })
    return response.ok ? ((await response.json()) as SiteSettings) : plainSite
  } catch {
    return plainSite
  }
}
