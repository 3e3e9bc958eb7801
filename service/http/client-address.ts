import { isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Returns the client's address. It is used for rate limits only and never stored or logged. With `hops` trusted
 * proxies, it is the address from which the outermost proxy received the request. Earlier entries of X-Forwarded-For
 * are ignored, because the client can forge them.
 */
export function clientAddress(c: Context, hops: number): string {
  const socket = socketAddress(c) ?? 'unknown'
  const forwarded = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const chain = [socket, ...forwarded.toReversed()]
  return network(chain[Math.min(hops, chain.length - 1)]!)
}

const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Returns whether a request was made on this machine and not forwarded by a proxy. */
export function isFromThisMachine(c: Context): boolean {
  const address = socketAddress(c)?.replace(/^::ffff:/i, '')
  const isLoopback = address !== undefined && (address === '::1' || address.startsWith('127.'))
  return isLoopback && forwarding.every((name) => c.req.header(name) === undefined)
}

function socketAddress(c: Context): string | undefined {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress
}

/**
 * Returns the part of an address by which clients are counted. For IPv6, it is the /64 network, because a customer
 * usually has a whole /64 network.
 */
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
