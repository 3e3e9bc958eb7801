/**
 * Returns the host of the page with the link through which the visitor entered the site. Returns an empty text if there
 * was none, and undefined if the host is unknown or that of this site. The rest of the address may contain personal
 * data, so it is not sent.
 */
export function entryReferrer(referrer: string, ownHost: string): string | undefined {
  if (referrer === '') return ''
  try {
    const { hostname } = new URL(referrer)
    return hostname === ownHost ? undefined : hostname || undefined
  } catch {
    return undefined
  }
}
