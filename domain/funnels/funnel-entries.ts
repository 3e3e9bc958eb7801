import type { Funnel } from './define-funnel.ts'

/** What a page must know of a funnel before it loads it. */
export interface FunnelEntry {
  type: string
  slug: string
  load: () => Promise<Funnel>
}

/** The funnels of index.ts by their addresses: a visitor loads the one that he came for, not all of them. */
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
