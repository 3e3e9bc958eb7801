import type { Funnel } from '#domain/forms/define-funnel.ts'

/** What pages need to know about a funnel before they load it. */
export interface FunnelEntry {
  type: string
  slug: string
  load: () => Promise<Funnel>
}

/** All funnels of index.ts. Each is loaded on demand, because a visitor needs only one of them. */
export const funnelEntries: readonly FunnelEntry[] = [
  {
    type: 'anmeldung',
    slug: 'rundfunkbeitrag-anmelden',
    load: async () => (await import('./anmeldung.ts')).anmeldung,
  },
  {
    type: 'zusaetzlich',
    slug: 'rundfunkbeitrag-zusatzwohnung',
    load: async () => (await import('./zusaetzlich.ts')).zusaetzlich,
  },
  {
    type: 'aenderung',
    slug: 'rundfunkbeitrag-aendern',
    load: async () => (await import('./aenderung.ts')).aenderung,
  },
  {
    type: 'abmeldung',
    slug: 'rundfunkbeitrag-abmelden',
    load: async () => (await import('./abmeldung.ts')).abmeldung,
  },
]
