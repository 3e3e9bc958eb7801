import { isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Who is asking, for rate limits only; it is never stored or logged. With `hops` trusted proxies in front it is the
 * address that the outermost of them saw, for everything left of it in X-Forwarded-For is the client's own invention.
 */
export function clientAddress(c: Context, hops: number): string {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? 'unknown'
  const forwarded = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const chain = [socket, ...forwarded.toReversed()]
  return network(chain[Math.min(hops, chain.length - 1)]!)
}

/** One customer has a whole /64 of IPv6 addresses, so that counts as one client. */
function network(address: string): string {
  const bare = address.replace(/^\[|\](?::\d+)?$/g, '').replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped) return mapped[1]!
  if (!isIPv6(bare)) return bare.slice(0, 64)
  const [head = '', tail] = bare.toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
