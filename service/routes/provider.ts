import { Hono } from 'hono'
import { type Provider, providerPath } from '#domain/provider.ts'

/** Who runs the site, for the legal pages: configured at the service, so that no build of the site is needed for it. */
export function providerRoutes({ provider }: { provider: Provider }) {
  const routes = new Hono()
  routes.get(providerPath, (c) => c.json(provider, 200, { 'cache-control': 'no-cache' }))
  return routes
}
