import { lookup } from 'node:dns/promises'
import { setTimeout } from 'node:timers/promises'
import { classifyHost, isPrivateAddress } from './private-address.ts'

/** Returns all addresses of a host name. Throws if it has no address. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

const resolveWithinMs = 5000

const resolveByDns: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

export type HostVerdict = { private: true } | { private: false; why: string }

/**
 * Returns whether a host is on this machine or a private network. A name that cannot be resolved in time counts as
 * public.
 */
export async function checkHost(
  host: string,
  resolve: ResolveHost = resolveByDns,
  withinMs = resolveWithinMs,
): Promise<HostVerdict> {
  const kind = classifyHost(host)
  if (kind === 'private') return { private: true }
  if (kind === 'public') return { private: false, why: 'which is a public address' }
  const timeout = new AbortController()
  const addresses = await Promise.race([
    resolve(host).catch((error: NodeJS.ErrnoException) => error.code ?? 'error'),
    setTimeout(withinMs, 'ETIMEOUT', { signal: timeout.signal }),
  ])
  timeout.abort()
  if (typeof addresses === 'string') return { private: false, why: `which cannot be resolved (${addresses})` }
  return addresses.length > 0 && addresses.every(isPrivateAddress)
    ? { private: true }
    : { private: false, why: 'which resolves to a public address' }
}
