import { anmeldung } from './anmeldung.ts'
import type { Funnel } from './define-funnel.ts'

/** Every funnel of the product; a new one is its file and one line here. */
export const funnels: readonly Funnel[] = [anmeldung]

export function funnelByType(type: string): Funnel | undefined {
  return funnels.find((funnel) => funnel.type === type)
}

export function funnelBySlug(slug: string): Funnel | undefined {
  return funnels.find((funnel) => funnel.slug === slug)
}
