import { BlockList, isIP } from 'node:net'

// Networks of RFC 1918 and RFC 4193, loopback and link-local addresses. Carrier-grade NAT addresses (100.64.0.0/10) do
// not count as private, because other customers of the internet provider share them.
const privateNetworks = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6')

/**
 * Returns whether an IP address is loopback, private or link-local. IPv4-mapped IPv6 addresses count as IPv4.
 */
export function isPrivateAddress(address: string): boolean {
  const [bare = ''] = address.split('%')
  const version = isIP(bare)
  return version !== 0 && privateNetworks.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}

export type HostKind = 'private' | 'public' | 'unresolved'

/**
 * Classifies a host by its name alone. `unresolved` means that the name contains a dot and must be resolved first.
 * Spellings like `2130706433` or `mail%2Eexample.de` are normalized by parsing the host as part of an `http:` URL,
 * because URLs with other schemes do not normalize them.
 */
export function classifyHost(host: string): HostKind {
  const name = normalize(host)
  if (name === undefined) return 'public'
  if (isIP(name) !== 0) return isPrivateAddress(name) ? 'private' : 'public'
  return !name.includes('.') || /\.(local|internal)$/.test(name) ? 'private' : 'unresolved'
}

function normalize(host: string): string | undefined {
  const literal = isIP(host) === 6 ? `[${host}]` : host
  if (!URL.canParse(`http://${literal}/`)) return undefined
  const { hostname, pathname, username } = new URL(`http://${literal}/`)
  if (pathname !== '/' || username !== '') return undefined
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}
