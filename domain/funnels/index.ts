import { abmeldung } from './abmeldung.ts'
import { aenderung } from './aenderung.ts'
import { anmeldung } from './anmeldung.ts'
import type { Funnel } from './define-funnel.ts'
import { zusaetzlich } from './zusaetzlich.ts'

/** Every funnel of the product; a new one is its file and one line here. */
export const funnels: readonly Funnel[] = [anmeldung, zusaetzlich, aenderung, abmeldung]

export function funnelByType(type: string): Funnel | undefined {
  return funnels.find((funnel) => funnel.type === type)
}

export function funnelBySlug(slug: string): Funnel | undefined {
  return funnels.find((funnel) => funnel.slug === slug)
}
