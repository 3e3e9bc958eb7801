import { editDistance } from './edit-distance.ts'

/** Domains of the e-mail providers that most people in Germany use, most frequent first. */
const providers = [
  'gmail.com',
  'web.de',
  'gmx.de',
  't-online.de',
  'gmx.net',
  'hotmail.com',
  'icloud.com',
  'outlook.de',
  'outlook.com',
  'yahoo.de',
  'freenet.de',
  'hotmail.de',
  'yahoo.com',
  'googlemail.com',
  'aol.com',
  'live.de',
  'posteo.de',
  'arcor.de',
  'mailbox.org',
  'protonmail.com',
  'vodafone.de',
  'o2online.de',
  'kabelmail.de',
  'ymail.com',
]

/** Domains that do not exist for e-mail, although their distance from the intended one is large. */
const mistaken: Readonly<Record<string, string>> = {
  'gmail.de': 'gmail.com',
  'googlemail.de': 'googlemail.com',
  'icloud.de': 'icloud.com',
  'web.com': 'web.de',
  't-online.com': 't-online.de',
  'freenet.com': 'freenet.de',
  gmail: 'gmail.com',
  web: 'web.de',
  gmx: 'gmx.de',
  't-online': 't-online.de',
  hotmail: 'hotmail.com',
  icloud: 'icloud.com',
  freenet: 'freenet.de',
}

/** Domains that exist although they are similar to a provider's. Other countries' domains of a provider also exist. */
const similar = new Set(
  'mail.de mail.com email.de email.com me.com mac.com aol.de live.com msn.com gmx.com'.split(' '),
)
const inOtherCountries =
  /^(?:gmx|yahoo|hotmail|outlook|live|aol)\.(?:at|be|ca|ch|cz|dk|es|eu|fi|fr|gr|hu|ie|in|it|li|lu|nl|no|pl|pt|ro|se|tr|us|com?\.\w\w)$/

const endings: readonly [RegExp, string][] = [
  [/\.(?:con|cmo|ocm|comm|vom|cim|xom)$/, '.com'],
  [/\.(?:ed|dee|dde|d)$/, '.de'],
]

/**
 * Returns the address with a corrected domain if the domain looks like a typing mistake, for example `max@gmail.com` for
 * `max@gmial.com`. Returns undefined for any other text. A suggestion may be wrong, so it must never block anyone.
 */
export function suggestEmail(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const typed = address.slice(at + 1).trim()
  if (at < 1 || typed === '') return undefined
  const domain = intendedDomain(typed.toLowerCase())
  return domain === typed.toLowerCase() ? undefined : address.slice(0, at + 1).trimStart() + domain
}

function intendedDomain(typed: string): string {
  const domain = typed.replaceAll(/[.,;]+/g, '.').replace(/\.$/, '')
  if (providers.includes(domain) || similar.has(domain) || inOtherCountries.test(domain)) return domain
  if (Object.hasOwn(mistaken, domain)) return mistaken[domain]!
  // In a short domain such as `gmx.de`, two changes would lead to domains that have nothing to do with it.
  const allowed = domain.length > 7 ? 2 : 1
  const [nearest] = providers
    .map((provider) => ({ provider, distance: editDistance(domain, provider) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((one, other) => one.distance - other.distance)
  if (nearest) return nearest.provider
  return endings.reduce((text, [ending, intended]) => text.replace(ending, intended), domain)
}
