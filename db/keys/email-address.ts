import { domainToASCII } from 'node:url'

/**
 * Returns the normal form in which e-mail addresses are compared: lower case, composed (NFC), with the domain in ASCII.
 * macOS can enter `ü` as two characters, and a domain with umlauts can also be written as `xn--…`.
 */
export function normalEmail(email: string): string {
  const lower = email.trim().toLowerCase()
  const at = lower.lastIndexOf('@')
  if (at < 0) return lower.normalize('NFC')
  return `${lower.slice(0, at).normalize('NFC')}@${asciiDomain(lower.slice(at + 1))}`
}

/** Returns the domain in ASCII. An invalid domain is only normalised to NFC. */
function asciiDomain(domain: string): string {
  return domainToASCII(domain) || domain.normalize('NFC')
}
