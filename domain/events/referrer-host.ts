import { redact } from './redact.ts'

/** Matches host names, but no IP addresses, which the log must not contain. */
const hostName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Maximum length of a host name. */
const maxLength = 253

/**
 * Returns the host of a referrer in lower case, without personal data. An empty text stays empty: the visit had no
 * referrer. Clients send only the host; if one sends a whole address, everything else is dropped. Returns undefined if
 * there is no host name in the text, so that a malformed referrer never prevents a start.
 */
export function referrerHost(text: string): string | undefined {
  const value = text.trim().toLowerCase()
  if (value === '') return ''
  const authority = value.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').split(/[/?#\\]/, 1)[0]!
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
  return host.length <= maxLength && hostName.test(host) ? redact(host) : undefined
}
