import { abmeldung } from './abmeldung.ts'
import { aenderung } from './aenderung.ts'
import { anmeldung } from './anmeldung.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { zusaetzlich } from './zusaetzlich.ts'

/** All funnels. To add one, create its file and list it here. */
export const funnels: readonly Funnel[] = [anmeldung, zusaetzlich, aenderung, abmeldung]

/** Returns the funnel of a type, as the service knows it. */
export type FunnelOf = (type: string) => Funnel | undefined

export function funnelByType(type: string): Funnel | undefined {
  return funnels.find((funnel) => funnel.type === type)
}

export function funnelBySlug(slug: string): Funnel | undefined {
  return funnels.find((funnel) => funnel.slug === slug)
}
