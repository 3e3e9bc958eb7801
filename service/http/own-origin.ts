import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { classifyHost } from '#service/config/network/private-address.ts'

/**
 * Returns the public origin of the service, without a trailing slash. If `PUBLIC_URL` is not set, the Host header is
 * trusted only if it names this machine or a host on a private network. Otherwise, a client could make any name appear
 * in canonical URLs, the sitemap and the link to the payment page.
 */
export function ownOrigin(c: Context, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const { origin, hostname } = new URL(c.req.url)
  if (classifyHost(hostname) === 'private') return origin
  const port = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.localPort
  return port === undefined ? 'http://localhost' : `http://localhost:${port}`
}
